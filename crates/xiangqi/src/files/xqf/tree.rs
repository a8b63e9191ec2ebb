use alloc::{string::ToString, vec::Vec};

use yipan_pgn::MAX_VARIATION_DEPTH;

use super::error::XqfError;
use super::point_number::point_from_number;
use super::record::Record;
use crate::files::game::{MoveNode, Variation};
use crate::{Move, Position};

/// Assembles the records into a tree of moves.
pub(super) fn build(records: &[Record], start: Position) -> Result<Variation, XqfError> {
    let Some((root, moves)) = records.split_first() else { return Ok(Variation::default()) };
    let mut builder = TreeBuilder { records: moves.iter() };
    let mut line = if root.has_next { builder.build_line(start, 0)? } else { Variation::default() };
    line.comment.clone_from(&root.comment);
    Ok(line)
}

struct TreeBuilder<'r> {
    records: core::slice::Iter<'r, Record>,
}

impl TreeBuilder<'_> {
    /// Reads a line, then the alternatives to its moves from the last to the first.
    fn build_line(&mut self, start: Position, depth: usize) -> Result<Variation, XqfError> {
        let (line, branches) = self.read_line(start, depth)?;
        self.attach_variations(line, branches, depth)
    }

    /// Reads a line without its alternatives, and returns where they branch off.
    fn read_line(&mut self, start: Position, depth: usize) -> Result<(Variation, Vec<Branch>), XqfError> {
        if depth > MAX_VARIATION_DEPTH {
            return Err(XqfError::TooDeep { limit: MAX_VARIATION_DEPTH });
        }
        let mut line = Variation::default();
        let mut branches = Vec::new();
        let mut position = start;
        for record in self.records.by_ref() {
            let offset = record.offset;
            let points = point_from_number(record.from).zip(point_from_number(record.to));
            let (from, to) = points.ok_or(XqfError::OffBoard { offset })?;
            let mv = Move::new(from, to);
            position.resolve(mv).map_err(|reason| XqfError::IllegalMove {
                offset,
                text: mv.to_string(),
                reason,
            })?;
            if record.has_variation {
                branches.push(Branch { node: line.nodes.len(), before: position });
            }
            let mut node = MoveNode::from(mv);
            node.comment.clone_from(&record.comment);
            line.nodes.push(node);
            position = position.after(mv);
            if !record.has_next {
                break;
            }
        }
        Ok((line, branches))
    }

    fn attach_variations(
        &mut self,
        mut line: Variation,
        branches: Vec<Branch>,
        depth: usize,
    ) -> Result<Variation, XqfError> {
        for Branch { node, before } in branches.into_iter().rev() {
            // An alternative to an alternative is one more variation of the same move.
            let mut has_more = true;
            while has_more {
                let (other, mut inner) = self.read_line(before, depth + 1)?;
                has_more = inner.first().is_some_and(|branch| branch.node == 0);
                if has_more {
                    inner.remove(0);
                }
                let other = self.attach_variations(other, inner, depth + 1)?;
                line.nodes[node].variations.push(other);
            }
        }
        Ok(line)
    }
}

/// A move that has an alternative.
struct Branch {
    /// The index of the move in its line.
    node: usize,
    before: Position,
}
