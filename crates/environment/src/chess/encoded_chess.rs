use yipan_chess::{Action, Chess, ChessSetup};
use yipan_core::{Game, Side, Viewer};

use super::action_number::action_number;
use super::layout::{ChessLayout, SQUARES};
use super::mode_planes::write_mode_planes;
use super::standard_planes::write_standard_planes;
use crate::EncodedGame;
use crate::planes::Planes;

impl EncodedGame for Chess {
    type Layout = ChessLayout;

    fn layout(setup: &ChessSetup) -> ChessLayout {
        ChessLayout::new(setup)
    }

    fn action_number(layout: &ChessLayout, side: Side, action: &Action) -> Option<u16> {
        action_number(layout, side, action)
    }

    fn play_listed(&mut self, layout: &ChessLayout, action: Action, next: &mut Vec<(u16, Action)>) -> bool {
        next.clear();
        let side = self.position().side_to_move().other();
        self.play_unchecked_and_list(action, |action| {
            let number = action_number(layout, side, &action).expect("every legal action has a number");
            next.push((number, action));
        })
    }

    fn observe(&self, layout: &ChessLayout, side: Side, planes: &mut [u8]) {
        let mut planes = Planes::new(planes, SQUARES);
        if layout.has_modes {
            write_mode_planes(layout, &self.view(Viewer::Player(side)), side, &mut planes);
        } else {
            write_standard_planes(self, side, &mut planes);
        }
        debug_assert!(planes.is_complete());
    }

    fn observe_turn(
        &self,
        layout: &ChessLayout,
        side: Side,
        actions: &mut Vec<Action>,
        planes: Option<&mut [u8]>,
    ) {
        match planes {
            Some(planes) if layout.has_modes => {
                let view = self.view(Viewer::Player(side));
                actions.extend_from_slice(&view.actions);
                let mut planes = Planes::new(planes, SQUARES);
                write_mode_planes(layout, &view, side, &mut planes);
                debug_assert!(planes.is_complete());
            }
            Some(planes) => {
                self.actions(actions);
                self.observe(layout, side, planes);
            }
            None => self.actions(actions),
        }
    }
}
