use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::lines::parsed;
use super::{Columns, Record, joined};
use crate::failure::{Advise, Blame, Failure, Fault};

/// The fields of an object, as they are written.
struct Object<'a>(BTreeMap<String, &'a RawValue>);

/// The records of a table of JSON objects, one on each line, with the numbers of their lines.
pub fn records(source: impl Read, columns: &Columns) -> impl Iterator<Item = Result<(u64, Record), Failure>> {
    parsed(source, move |line| record(line, columns))
}

fn record(line: &[u8], columns: &Columns) -> Result<Record, Failure> {
    let object: Object<'_> = serde_json::from_slice(line)
        .blame(Fault::Usage, "not an object of JSON")
        .next("each line is one object, and no field of it comes twice")?;
    let name = object.field(&columns.key)?;
    let values: Vec<_> = columns.values.iter().map(|name| object.field(name)).collect::<Result<_, _>>()?;
    Ok(Record { name: name.into_bytes(), value: joined(values.iter().map(String::as_bytes)) })
}

impl Object<'_> {
    /// A field as text: what a string says; anything else as it is written, so that 1.50 stays 1.50.
    fn field(&self, wanted: &str) -> Result<String, Failure> {
        let missing = || {
            let names: Vec<&str> = self.0.keys().map(String::as_str).collect();
            let failure = Failure::new(Fault::Usage, format_args!("no field is called `{wanted}`"));
            failure.next(format!("the fields are: {}", names.join(", ")))
        };
        match self.0.get(wanted).ok_or_else(missing)?.get() {
            "null" => {
                let failure = Failure::new(Fault::Usage, format_args!("`{wanted}` is null, which is no value"));
                Err(failure.next("write \"\" for an empty value, or leave the line out"))
            }
            text if text.starts_with('"') => {
                serde_json::from_str(text).blame(Fault::Usage, format_args!("`{wanted}` is no text"))
            }
            other => Ok(other.to_owned()),
        }
    }
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

/// Reads an object. Of a field that comes twice no one could say which holds.
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
        let mut fields = BTreeMap::new();
        while let Some(name) = map.next_key::<String>()? {
            if fields.contains_key(&name) {
                return Err(A::Error::custom(format_args!("the field `{name}` comes twice")));
            }
            fields.insert(name, map.next_value()?);
        }
        Ok(Object(fields))
    }
}
