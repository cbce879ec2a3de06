//! Rules that the reference can break on purpose: proof that the comparison would see it.
//!
//! Each names the program that shows it first: after a change of the generator the test
//! looks for another one, which takes minutes, and prints it.

/// The rule that is broken, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// F1: groups do not end at the end of a block.
    BlockEnd,
    /// F2: the stage behind fetch need not be free.
    FetchStage,
    /// F4: a queue of 13.
    QueueSize,
    /// B1: branches execute in the first 9 entries.
    BranchWindow,
    /// B3: four unresolved branches.
    Unresolved,
    /// B3: a history of 1024 entries.
    HistorySize,
    /// B5: the link stack holds 7.
    LinkStack,
    /// B7: three ways in the branch target instruction cache.
    BticWays,
    /// B8: branches not taken always dispatch.
    RemovedEarly,
    /// B11: no finish stage for floating-point compares.
    FinishStage,
    /// D2: two instructions for the LSU.
    LsuDispatch,
    /// D2: three instructions to the vector queue.
    VectorDispatch,
    /// D3: a completion queue of 15.
    CompletionQueue,
    /// D3: 15 rename registers.
    Renames,
    /// D4: a general queue of 5.
    GeneralQueue,
    /// D5: strings and multiples dispatch at once.
    Parts,
    /// X6: the registers of strings and multiples are ready with their last word.
    WordsReady,
    /// I1: only the bottom two issue.
    BottomThree,
    /// I3: one station in the LSU.
    LsuStations,
    /// X3: five floating-point starts in five cycles.
    FloatBubble,
    /// X4: store data may come in C.
    StoreData,
    /// X5: floating-point stores every 2 cycles.
    FloatStores,
    /// C1: four completions.
    CompletionWidth,
    /// C1: four renames complete.
    CompletionRenames,
    /// C2: stores complete a cycle early.
    StoreLatency,
    /// S1: execution serialization costs one cycle less.
    Serialization,
    /// B9: fetch starts anew at R + 2.
    Flush,
    /// M2: floating-point loads as fast as others.
    FloatLoad,
    /// M3: misaligned accesses are free.
    Misaligned,
    /// M4: six load-miss entries.
    LoadMissEntries,
    /// M4: the 8 cycles of a line from memory are 7.
    Restart,
    /// M5: the latch holds a cycle longer.
    Latch,
    /// M6: 9 entries for stores.
    StoreEntries,
    /// M6: stores leave 3 cycles after completion.
    StoreLeave,
    /// M6: no gathering.
    Gathering,
    /// M7: data are forwarded from stores that hold part of it.
    Forwarding,
    /// M9: the second sector of a line is never there.
    Sectors,
    /// M11: translations are replaced in order of entry, not of use.
    TlbReplacement,
    /// M13: one engine more.
    Prefetch,
    /// M9: what the L2 gives up is not modified in the L3.
    CastoutModified,
    /// M11: HID0[STEN] does not end searches.
    SoftwareSearch,
    /// M15: a line each 2 cycles.
    StreamPeriod,
}

impl Broken {
    /// All of them, each with the first program that shows it.
    pub const ALL: [(Self, u64); 42] = [
        (Self::BlockEnd, 1),
        (Self::FetchStage, 3),
        (Self::QueueSize, 2),
        (Self::BranchWindow, 4),
        (Self::Unresolved, 1),
        (Self::HistorySize, 24),
        (Self::LinkStack, 20),
        (Self::BticWays, 78),
        (Self::RemovedEarly, 1),
        (Self::FinishStage, 1),
        (Self::LsuDispatch, 1),
        (Self::VectorDispatch, 58),
        (Self::CompletionQueue, 1),
        (Self::Renames, 6),
        (Self::GeneralQueue, 2),
        (Self::Parts, 2),
        (Self::WordsReady, 2),
        (Self::BottomThree, 0),
        (Self::LsuStations, 0),
        (Self::FloatBubble, 54),
        (Self::StoreData, 2),
        (Self::FloatStores, 0),
        (Self::CompletionWidth, 0),
        (Self::CompletionRenames, 6),
        (Self::StoreLatency, 0),
        (Self::Serialization, 0),
        (Self::Flush, 1),
        (Self::FloatLoad, 2),
        (Self::Misaligned, 0),
        (Self::LoadMissEntries, 2),
        (Self::Restart, 1),
        (Self::Latch, 2),
        (Self::StoreEntries, 2),
        (Self::StoreLeave, 2),
        (Self::Gathering, 0),
        (Self::Forwarding, 2),
        (Self::Sectors, 2),
        (Self::TlbReplacement, 57),
        (Self::Prefetch, 2),
        (Self::CastoutModified, 128),
        (Self::SoftwareSearch, 31),
        (Self::StreamPeriod, 2),
    ];
}
