//! The model is on: instructions are told by the block, once they have completed.
//!
//! A callback comes before a block executes. What a block will do is not known then: where it
//! leads, what it accesses, and whether it ends early. So the block before it is told at that
//! time. By then it has completed, its accesses are known, and so is where it led.
//!
//! An instruction of which something must be known or done beforehand is the first of its
//! block: `translate` divides QEMU's blocks so. Where the model may have something due within
//! a block, a flag makes each of its instructions call, and it is told step by step.
//!
//! A block is left early by an exception, which says where, and because an access goes to a
//! device: QEMU then makes that access again in a block of its own, without callbacks
//! but the one after the access, and goes on behind it.

use std::ops::Range;

use model::record::{Ran, Retired};
use model::remembered::BlockNumber;
use mpc7450::instruction::decode::Kind;

use crate::blocks::{Block, Mark};
use crate::known::Care;

use super::reading::Read;
use super::{Flow, Machine};

/// A block that executes.
#[derive(Clone, Copy)]
pub(super) struct Running {
    /// Its number.
    pub(super) block: u32,
    /// Instructions that have been told.
    told: u32,
    /// Instructions that complete, as far as is known: all, or less.
    end: u32,
    /// The model's block of it, if it can be told so, and how many instructions stand before.
    made: Option<(BlockNumber, u32)>,
    /// What was read before its first instruction executed.
    read: Read,
    /// Whether all translated blocks were thrown away since it began: an access that is to be
    /// made again then comes in a block like any other.
    flushed: bool,
}

/// Instructions before each of which the model is asked what is due until it is worth
/// asking how far away that is: telling that takes longer.
const NEAR: u32 = 64;

/// Why MSR is known while a block executes.
const PLACED: &str = "a block is placed by the MSR in force";

impl Machine {
    /// Before a block.
    #[inline]
    pub fn before_block(&mut self, mark: Mark) -> Flow {
        debug_assert_eq!(self.counter.get(), self.counted, "a block that only counts ran while the model was on");
        self.leave(mark.address());
        if self.left == 0
            && let Some(handler) = self.look(mark.address())
        {
            return Flow::Jump(handler);
        }
        let &Block { length, care, placed, made, .. } = self.blocks.get(mark.block());
        let read = match care {
            Care::None | Care::Accesses => Read::default(),
            Care::Registers => self.read(mark),
            Care::Concern => match self.attend(mark) {
                Ok(read) => read,
                Err(flow) => return flow,
            },
        };
        let made = if placed != self.addresses.generation() || self.msr.is_none() {
            self.place(mark.block());
            None
        } else {
            made
        };
        self.accesses.clear();
        let stepping = self.left < u64::from(length);
        let made = match made {
            Some(made) if made.epoch == self.epoch && !stepping => made.number.map(|number| (number, made.behind)),
            _ => None,
        };
        self.running = Some(Running { block: mark.block(), told: 0, end: length, made, read, flushed: false });
        self.set_stepping(stepping);
        if care == Care::Concern { self.begin_nap(mark, read.value) } else { Flow::Continue }
    }

    /// Before an instruction of a block that is told step by step.
    pub fn before_step(&mut self, mark: Mark) -> Flow {
        self.tell_until(mark.index(), mark.address());
        if self.left == 0
            && let Some(handler) = self.look(mark.address())
        {
            self.running = None;
            return Flow::Jump(handler);
        }
        let length = self.blocks.get(mark.block()).length;
        self.set_stepping(self.left < u64::from(length - mark.index()));
        Flow::Continue
    }

    /// Whether each instruction calls.
    #[inline]
    fn set_stepping(&mut self, stepping: bool) {
        if self.stepping != stepping {
            self.stepping = stepping;
            self.steps.set(stepping.into());
        }
    }

    /// Asks the model what is due before the instruction at `next`; gives a handler's
    /// address, or the next time to ask.
    fn look(&mut self, next: u32) -> Option<u32> {
        let handler = self.raise(next);
        if handler.is_some() {
            return handler;
        }
        if self.near > 0 {
            self.near -= 1;
        } else {
            self.left = self.next_look();
            self.near = if self.left == 0 { NEAR } else { 0 };
        }
        None
    }

    /// Finds out where a block stands.
    fn place(&mut self, number: u32) {
        let msr = self.msr();
        let block = self.blocks.get_mut(number);
        let at = self.addresses.code(&mut self.guest, msr, block.start);
        block.placed = self.addresses.generation();
        if block.at != at {
            (block.at, block.runs, block.made) = (at, 0, None);
        }
    }

    /// Puts the guest to sleep instead of letting QEMU execute an `mtmsr` that does.
    fn begin_nap(&mut self, mark: Mark, value: u32) -> Flow {
        let located = self.blocks.located(mark.block(), 0);
        if located.kind != Some(Kind::MoveToMsr) || !self.is_nap(value) || self.is_refused(&located) {
            return Flow::Continue;
        }
        self.tell_until(1, located.next());
        self.running = None;
        self.nap(value, located.next()).map_or(Flow::Continue, Flow::Jump)
    }

    /// The block that executed has completed, as far as it did, and the instruction at `next`
    /// follows.
    #[inline]
    pub(super) fn leave(&mut self, next: u32) {
        let Some(running) = &self.running else { return };
        let end = if running.flushed { self.end_behind_flush(*running, next) } else { running.end };
        self.tell_until(end, next);
        self.running = None;
    }

    /// How much of a block has completed if the instruction at `next` follows, where an access
    /// may have to be made again: all, unless that is an instruction of it that makes accesses
    /// and made none.
    #[cold]
    fn end_behind_flush(&self, running: Running, next: u32) -> u32 {
        let block = self.blocks.get(running.block);
        let index = block.index(next).filter(|index| (running.told..running.end).contains(index));
        let again =
            |index: &u32| self.blocks.instruction(block, *index).makes_accesses() && !self.accesses.has_made(*index);
        index.filter(again).unwrap_or(running.end)
    }

    /// The instructions of the block that executes have completed up to the one with an index,
    /// and the one at `next` follows the last of them.
    #[inline]
    fn tell_until(&mut self, end: u32, next: u32) {
        let Some(running) = &mut self.running else { return };
        let Running { block: number, told, made, read, .. } = *running;
        if told >= end {
            return;
        }
        running.told = end;
        let count = end - told;
        self.statistics.told += u64::from(count);
        self.left = self.left.saturating_sub(count.into());
        let whole = count == self.blocks.get(number).length;
        match made {
            Some(made) if whole => self.tell_at_once(number, made, next, read),
            _ => {
                self.tell_each(number, told..end, next, read);
                if whole {
                    self.make_often(number);
                }
            }
        }
    }

    /// Tells a block of the model's, and what stands before it.
    #[inline]
    fn tell_at_once(&mut self, number: u32, made: (BlockNumber, u32), next: u32, read: Read) {
        let (made, behind) = made;
        if behind > 0 {
            let next = self.blocks.get(number).address(behind);
            self.tell_each(number, 0..behind, next, read);
        }
        let block = self.blocks.get(number);
        let taken = match read.taken {
            Some(taken) if block.length == 1 => taken,
            _ => block.went(next),
        };
        let accesses = if self.accesses.is_done() && (block.care != Care::Registers || behind > 0) {
            &[]
        } else {
            let msr = self.msr.expect(PLACED);
            let context = (&mut self.addresses, &mut self.guest, msr);
            self.accesses.finish((&self.blocks, block), behind..block.length, context)
        };
        self.model.retire_block(made, &Ran { next, taken, accesses }, &mut self.guest);
    }

    /// Tells instructions one by one.
    fn tell_each(&mut self, number: u32, indexes: Range<u32>, next: u32, read: Read) {
        let msr = self.msr.expect(PLACED);
        let block = self.blocks.get(number);
        let context = (&mut self.addresses, &mut self.guest, msr);
        let mut accesses = self.accesses.finish((&self.blocks, block), indexes.clone(), context);
        for index in indexes.clone() {
            let known = self.blocks.instruction(block, index);
            let mine = accesses.iter().take_while(|(of, _)| u32::from(*of) == index - indexes.start).count();
            let (mine, others) = accesses.split_at(mine);
            accesses = others;
            let accesses = match mine {
                [] => &[],
                [(_, access)] => std::slice::from_ref(access),
                _ => {
                    self.several.clear();
                    self.several.extend(mine.iter().map(|(_, access)| *access));
                    self.several.as_slice()
                }
            };
            let at = block.place(index);
            let next = if index + 1 == indexes.end { next } else { block.address(index + 1) };
            let Read { value, short_operand, taken } = if index == 0 { read } else { Read::default() };
            let taken = taken.unwrap_or_else(|| known.goes().went(at.effective.wrapping_add(4), next));
            let instruction = &known.instruction;
            let retired = Retired { instruction, at, next, taken, accesses, value, short_operand };
            self.model.retire(&retired, &mut self.guest);
        }
        if block.care == Care::Concern {
            self.change(number, read.value);
        }
    }

    /// An instruction that concerns the plugin has completed.
    #[cold]
    fn change(&mut self, number: u32, value: u32) {
        let located = self.blocks.located(number, 0);
        if located.changes_msr() {
            let msr = self.msr();
            self.prefix = self.prefix.changed(msr, value);
            self.msr = None;
            self.left = self.model.horizon();
        }
    }

    /// An exception was taken at `from`: the instruction there did not complete.
    pub(super) fn leave_before(&mut self, from: u32) {
        let Some(running) = &self.running else { return };
        let index = self.blocks.get(running.block).index(from);
        match index.filter(|index| (running.told..running.end).contains(index)) {
            Some(index) => {
                self.tell_until(index, from);
                self.running = None;
            }
            None => self.leave(from),
        }
    }

    /// An access of an instruction has been made.
    #[inline]
    pub fn accessed(&mut self, mark: Mark, access: &crate::qemu::Access<'_>) {
        let Some(running) = &self.running else { return };
        let index = if running.block == mark.block() { Some(mark.index()) } else { self.left_early(mark.address()) };
        if let Some(index) = index {
            self.accesses.push(index, access);
        }
    }

    /// The access at an address is made in a block of its own: the block that executes has been left
    /// there. Gives its index.
    #[cold]
    fn left_early(&mut self, address: u32) -> Option<u32> {
        let running = self.running.as_mut()?;
        let index = self.blocks.get(running.block).index(address)?;
        if running.end != index + 1 {
            running.end = index + 1;
            self.accesses.restart(index);
        }
        Some(index)
    }

    /// All blocks are gone: what is known of the one that executes is kept.
    pub(super) fn keep_running(&mut self) {
        let kept = self.blocks.clear_but(self.running.map(|running| running.block));
        if let (Some(running), Some(block)) = (&mut self.running, kept) {
            (running.block, running.flushed) = (block, true);
        }
        self.forget_made();
    }
}
