interface PressedKey extends Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'> {
  /** Whether the key goes into a field, whose text the audience reads there or, like a password, must not read. */
  readonly isTyped: boolean;
}

const MODIFIERS = new Set(['Control', 'Alt', 'Meta', 'Shift']);
/** Keys that begin or continue a character. */
const COMPOSING = new Set(['Dead', 'Process']);
const NAMES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** Returns the text of a key for the audience: `Ctrl+K`; undefined for modifiers alone and typed characters. */
export function shownKey({ key, ctrlKey, altKey, metaKey, shiftKey, isTyped }: PressedKey): string | undefined {
  const isCharacter = key.length === 1;
  const isCommand = ctrlKey || altKey || metaKey;
  // Alt, and Ctrl with Alt, type characters of many keyboards.
  const isText = isCharacter ? !metaKey && (!ctrlKey || altKey) : COMPOSING.has(key);
  if (MODIFIERS.has(key) || (isTyped && isText)) return undefined;
  const name = NAMES[key] ?? (isCharacter && isCommand ? key.toUpperCase() : key);
  const modifiers = [ctrlKey && 'Ctrl', altKey && 'Alt', metaKey && '⌘', shiftKey && !isCharacter && 'Shift'];
  return [...modifiers.filter(Boolean), name].join('+');
}
