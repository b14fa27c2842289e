import { monaco } from './monaco.ts';

/** Returns the function that opens the field at an offset of a text in the API explorer; undefined where there is none. */
export type FieldAt = (text: string, offset: number) => (() => void) | undefined;

const SOURCES = new WeakMap<monaco.editor.ITextModel, FieldAt>();

/** The address of the last link, of a scheme that hovers allow. Never loaded: the opener below takes it. */
const ADDRESS = monaco.Uri.parse(`${location.origin}/explorer`);

let openLast: (() => void) | undefined;

/** Offers links to the API explorer in the hovers of a text's fields. */
export const linkFields = (model: monaco.editor.ITextModel, fieldAt: FieldAt): void => void SOURCES.set(model, fieldAt);

monaco.languages.registerHoverProvider('yaml', {
  provideHover(model, position) {
    const open = SOURCES.get(model)?.(model.getValue(), model.getOffsetAt(position));
    if (!open) return undefined;
    openLast = open;
    return { contents: [{ value: `[Open in the API explorer](${ADDRESS})` }] };
  },
});

monaco.editor.registerLinkOpener({
  open(address) {
    if (address.toString() !== ADDRESS.toString()) return false;
    openLast?.();
    return true;
  },
});
