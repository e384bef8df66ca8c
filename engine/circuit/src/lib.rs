//! Layered template circuits over KoalaBear.
