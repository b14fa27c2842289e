import { expect, it } from 'vitest';
import { shownKey } from '../../../src/ui/state/shown-key.ts';

const press = (key: string, more: Partial<Parameters<typeof shownKey>[0]> = {}) =>
  shownKey({ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, isTyped: false, ...more });

it('the audience sees commands and named keys', () => {
  expect(press('k', { ctrlKey: true })).toBe('Ctrl+K');
  expect(press('ArrowDown')).toBe('↓');
  expect(press('Tab', { shiftKey: true })).toBe('Shift+Tab');
  expect(press('?', { shiftKey: true })).toBe('?');
  expect(press('s', { metaKey: true, isTyped: true })).toBe('⌘+S');
});

it('the audience sees neither modifiers alone nor characters that are typed into fields', () => {
  expect(press('Control', { ctrlKey: true })).toBeUndefined();
  expect(press('p', { isTyped: true })).toBeUndefined();
  expect(press('@', { isTyped: true, ctrlKey: true, altKey: true })).toBeUndefined();
  expect(press('@', { isTyped: true, altKey: true })).toBeUndefined();
  expect(press('Dead', { isTyped: true })).toBeUndefined();
});
