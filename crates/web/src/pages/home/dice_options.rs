use leptos::prelude::*;
use yipan_client::text::{game_options, home};

use crate::option_fields::{OptionCheckbox, OptionSelect, number_choices};
use crate::preferences::PreferenceSignals;

/// The options of the dice.
#[component]
pub(super) fn DiceOptions(preferences: PreferenceSignals) -> impl IntoView {
    let is_rule_b = Signal::derive(move || preferences.with(|all| all.dice_b));
    let rule_hint = Signal::derive(move || if is_rule_b.get() { home::DICE_B } else { home::DICE_A });
    let wild_hint = Signal::derive(move || {
        if is_rule_b.get() { game_options::WILD_RULE_A_ONLY } else { game_options::WILD_HINT }
    });
    // A list that is rendered again loses the focus, so only the number of dice does that.
    let dice_count = Memo::new(move |_| preferences.with(|all| all.dice_count));
    let first_turn = move || {
        let count = dice_count.get();
        let same = ("0".to_owned(), game_options::FIRST_TURN_DICE_SAME.into());
        let choices = std::iter::once(same).chain(number_choices(1..count)).collect();
        view! {
            <OptionSelect preferences name="first-turn-dice" label=game_options::FIRST_TURN_DICE hint=game_options::FIRST_TURN_DICE_HINT choices
                read=|all| if all.first_turn_dice < all.dice_count { all.first_turn_dice.to_string() } else { "0".to_owned() }
                write=|all, value| all.first_turn_dice = value.parse().unwrap_or(0)/>
        }
    };
    let rules = vec![("a".to_owned(), home::RULE_A.into()), ("b".to_owned(), home::RULE_B.into())];
    view! {
        <OptionSelect preferences name="dice-rule" label=home::DICE_RULE hint=rule_hint choices=rules
            read=|all| if all.dice_b { "b".to_owned() } else { "a".to_owned() } write=|all, value| all.dice_b = value == "b"/>
        <OptionSelect preferences name="dice-count" label=home::DICE_COUNT choices=number_choices(2..=5)
            read=|all| all.dice_count.to_string() write=|all, value| all.dice_count = value.parse().unwrap_or(3)/>
        {first_turn}
        <OptionSelect preferences name="rerolls" label=home::REROLLS hint=game_options::REROLLS_HINT choices=number_choices(0..=3)
            read=|all| all.rerolls.to_string() write=|all, value| all.rerolls = value.parse().unwrap_or(0)/>
        <OptionCheckbox preferences name="wild" label=home::WILD hint=wild_hint disabled=is_rule_b
            read=|all| all.wild_die write=|all, value| all.wild_die = value/>
    }
}
