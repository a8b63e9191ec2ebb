//! Sound effects, synthesized with the Web Audio API.

use std::cell::{Cell, RefCell};

use leptos::ev;
use leptos::prelude::{WindowListenerHandle, on_cleanup, window_event_listener};
use web_sys::{AudioContext, AudioContextState, OscillatorType};
use yipan_client::{Settings, Sound};
use yipan_core::Side;

thread_local! {
    static AUDIO: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
    /// Whether the user has interacted with the page. Before that, browsers block audio and would play all of it at once
    /// later.
    static HAS_GESTURE: Cell<bool> = const { Cell::new(false) };
}

/// A tone: start and end in seconds, first and last frequency, volume, and waveform.
struct Tone(f64, f64, f32, f32, f32, OscillatorType);

/// Enables audio at the first user gesture.
pub(crate) fn unlock_on_first_gesture() {
    // Browsers accept a released touch, a key and a click; screen readers send the click alone.
    let listeners = [
        window_event_listener(ev::pointerup, |_| unlock_audio()),
        window_event_listener(ev::click, |_| unlock_audio()),
        window_event_listener(ev::keydown, |_| unlock_audio()),
    ];
    on_cleanup(move || listeners.into_iter().for_each(WindowListenerHandle::remove));
}

fn unlock_audio() {
    HAS_GESTURE.set(true);
    AUDIO.with_borrow(|audio| {
        if let Some(audio) = audio.as_ref().filter(|audio| audio.state() == AudioContextState::Suspended) {
            let _ = audio.resume();
        }
    });
}

/// Creates the audio context if sound is on. This can block the page for more than 50 ms, so it happens before the first
/// move.
pub(crate) fn create_audio_context(settings: &Settings) {
    if is_enabled(settings) {
        AUDIO.with_borrow_mut(|audio| {
            // Without audio support the page is silent.
            if audio.is_none() {
                *audio = AudioContext::new().ok();
            }
        });
    }
}

/// The pitch of the second side's moves, so that the ear knows who has moved.
const SECOND_SIDE_PITCH: f32 = 0.84;

/// Plays a sound if sound is on.
pub(crate) fn play(sound: Sound, settings: &Settings) {
    play_at_pitch(sound, 1.0, settings);
}

/// Plays the sound of a side's move if sound is on.
pub(crate) fn play_for_side(sound: Sound, side: Option<Side>, settings: &Settings) {
    let is_move = matches!(sound, Sound::Move | Sound::Capture | Sound::Castle);
    let pitch = if is_move && side == Some(Side::Second) { SECOND_SIDE_PITCH } else { 1.0 };
    play_at_pitch(sound, pitch, settings);
}

fn play_at_pitch(sound: Sound, pitch: f32, settings: &Settings) {
    if !is_enabled(settings) || !HAS_GESTURE.get() {
        return;
    }
    create_audio_context(settings);
    let volume = f32::from(settings.volume) / 100.0;
    AUDIO.with_borrow(|audio| {
        if let Some(audio) = audio {
            for tone in tones(sound) {
                let _ = play_tone(audio, &tone, pitch, volume);
            }
        }
    });
}

fn is_enabled(settings: &Settings) -> bool {
    settings.sound && settings.volume > 0
}

fn tones(sound: Sound) -> Vec<Tone> {
    use OscillatorType::{Sawtooth, Sine, Square, Triangle};
    match sound {
        Sound::Move => vec![Tone(0.0, 0.07, 320.0, 180.0, 0.5, Triangle)],
        Sound::Capture => {
            vec![Tone(0.0, 0.06, 520.0, 200.0, 0.6, Triangle), Tone(0.03, 0.12, 160.0, 90.0, 0.6, Square)]
        }
        Sound::Castle => {
            vec![Tone(0.0, 0.07, 320.0, 180.0, 0.5, Triangle), Tone(0.11, 0.18, 300.0, 170.0, 0.5, Triangle)]
        }
        Sound::Check => {
            vec![Tone(0.0, 0.12, 660.0, 660.0, 0.4, Sine), Tone(0.12, 0.3, 880.0, 880.0, 0.4, Sine)]
        }
        Sound::Fall => {
            vec![Tone(0.0, 0.3, 420.0, 90.0, 0.25, Sine), Tone(0.3, 0.38, 120.0, 60.0, 0.5, Triangle)]
        }
        Sound::Interruption => {
            vec![Tone(0.0, 0.14, 880.0, 880.0, 0.4, Sine), Tone(0.16, 0.34, 587.0, 587.0, 0.4, Triangle)]
        }
        Sound::Dice => (0..4)
            .map(|knock| {
                let at = f64::from(knock) * 0.05;
                Tone(at, at + 0.03, 900.0 - 120.0 * knock as f32, 300.0, 0.35, Triangle)
            })
            .collect(),
        Sound::Portal => vec![Tone(0.0, 0.28, 240.0, 960.0, 0.35, Sine)],
        Sound::Mine => {
            vec![Tone(0.0, 0.45, 110.0, 30.0, 0.9, Sawtooth), Tone(0.0, 0.25, 60.0, 25.0, 0.8, Square)]
        }
        Sound::LowTime => vec![Tone(0.0, 0.08, 990.0, 990.0, 0.3, Sine)],
        Sound::End => vec![
            Tone(0.0, 0.2, 440.0, 440.0, 0.4, Sine),
            Tone(0.15, 0.4, 554.0, 554.0, 0.4, Sine),
            Tone(0.3, 0.8, 659.0, 659.0, 0.4, Sine),
        ],
    }
}

fn play_tone(
    audio: &AudioContext,
    tone: &Tone,
    pitch: f32,
    volume: f32,
) -> Result<(), wasm_bindgen::JsValue> {
    let &Tone(begin, end, from, to, loudness, waveform) = tone;
    let (begin, end) = (audio.current_time() + begin, audio.current_time() + end);
    let (oscillator, gain) = (audio.create_oscillator()?, audio.create_gain()?);
    oscillator.set_type(waveform);
    oscillator.frequency().set_value_at_time(from * pitch, begin)?;
    oscillator.frequency().exponential_ramp_to_value_at_time(to * pitch, end)?;
    gain.gain().set_value_at_time(loudness * volume * 0.4, begin)?;
    gain.gain().exponential_ramp_to_value_at_time(0.0001, end)?;
    oscillator.connect_with_audio_node(&gain)?.connect_with_audio_node(&audio.destination())?;
    oscillator.start_with_when(begin)?;
    oscillator.stop_with_when(end)
}
