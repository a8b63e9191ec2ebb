use super::XqfError;
use super::header::point;
use super::record::Record;
use crate::files::{Line, MAX_DEPTH, Node};
use crate::{Move, Position};

/// Puts the records of a file together: after each stands what follows it, then what could be played instead.
pub(super) fn build(records: &[Record], start: Position) -> Result<Line, XqfError> {
    let Some((root, moves)) = records.split_first() else { return Ok(Line::default()) };
    let mut builder = Builder { records: moves.iter() };
    let mut line = if root.has_next { builder.line(start, 0)? } else { Line::default() };
    line.comment.clone_from(&root.comment);
    Ok(line)
}

struct Builder<'r> {
    records: std::slice::Iter<'r, Record>,
}

impl Builder<'_> {
    /// Reads the moves that follow one another, then from the last back to the first what could have been
    /// played instead of each.
    fn line(&mut self, start: Position, depth: usize) -> Result<Line, XqfError> {
        let (line, others) = self.straight(start, depth)?;
        self.with_others(line, others, depth)
    }

    /// The moves that follow one another, and where others could be played: at which of them, from where.
    fn straight(&mut self, start: Position, depth: usize) -> Result<(Line, Vec<Branch>), XqfError> {
        if depth > MAX_DEPTH {
            return Err(XqfError::TooDeep { limit: MAX_DEPTH });
        }
        let mut line = Line::default();
        let mut others = Vec::new();
        let mut position = start;
        for record in self.records.by_ref() {
            let at = record.at;
            let ends = point(record.from).zip(point(record.to));
            let (from, to) = ends.ok_or(XqfError::OffBoard { at })?;
            let mv = Move::new(from, to);
            position.resolve(mv).map_err(|refusal| XqfError::Move { at, text: mv.to_string(), refusal })?;
            if record.has_other {
                others.push(Branch { node: line.nodes.len(), before: position });
            }
            let mut node = Node::from(mv);
            node.comment.clone_from(&record.comment);
            line.nodes.push(node);
            position = position.after(mv);
            if !record.has_next {
                break;
            }
        }
        Ok((line, others))
    }

    fn with_others(&mut self, mut line: Line, others: Vec<Branch>, depth: usize) -> Result<Line, XqfError> {
        for Branch { node, before } in others.into_iter().rev() {
            // What could be played instead of the other move is one more choice at the same place.
            let mut more = true;
            while more {
                let (other, mut inner) = self.straight(before, depth + 1)?;
                more = inner.first().is_some_and(|branch| branch.node == 0);
                if more {
                    inner.remove(0);
                }
                let other = self.with_others(other, inner, depth + 1)?;
                line.nodes[node].variations.push(other);
            }
        }
        Ok(line)
    }
}

/// A place where another move could be played.
struct Branch {
    /// Instead of which move of the line.
    node: usize,
    before: Position,
}
