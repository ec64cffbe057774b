//! A tiny store of named counters.
use std::collections::{BTreeMap, HashMap as Map};
use std::fmt;
use crate::clock::{self, Clock};
pub use crate::errors::StoreError;
use super::limits::*;

mod snapshot;

pub const MAX_COUNTERS: usize = 64;
static DEFAULT_NAME: &str = "main";

pub type Counts = Map<String, u64>;

macro_rules! bump {
    ($store:expr, $name:expr) => {
        $store.add($name, 1)
    };
}

/// What can be counted.
pub trait Countable: fmt::Debug {
    const KIND: &'static str;
    fn weight(&self) -> u64;
    fn doubled(&self) -> u64 {
        self.weight() * 2
    }
}

#[derive(Debug, Clone)]
pub enum Event {
    Visit,
    Purchase { cents: u64 },
    Named(String),
}

#[derive(Default)]
pub struct Store<C: Clock> {
    counts: Counts,
    clock: C,
}

impl<C: Clock> Store<C> {
    pub fn new(clock: C) -> Self {
        Store { counts: Counts::new(), clock }
    }

    pub fn add(&mut self, name: &str, by: u64) -> Result<u64, StoreError> {
        let now = self.clock.now();
        check_name(name)?;
        let total = self.counts.entry(name.to_string()).or_insert(0);
        *total += by;
        log::debug!("{} at {}", describe(name), now.as_secs());
        Ok(*total)
    }

    fn names(&self) -> Vec<String> {
        self.counts.keys().map(clock::label).collect::<Vec<_>>()
    }
}

impl Countable for Event {
    const KIND: &'static str = "event";
    fn weight(&self) -> u64 {
        match self {
            Event::Visit => 1,
            Event::Purchase { cents } => scale::<u64>(*cents),
            Event::Named(_) => 0,
        }
    }
}

fn check_name(name: &str) -> Result<(), StoreError> {
    if name.is_empty() {
        return Err(StoreError::Empty);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_visits() {
        let mut store = Store::new(clock::Fixed { secs: 1 });
        bump!(store, DEFAULT_NAME).unwrap();
        assert_eq!(store.add("main", weigh(2)), Ok(2));
    }
}
