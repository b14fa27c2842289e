/** A change of a text; offsets count characters. */
export interface TextEdit {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly text: string;
}

/** A fix for a problem. */
export interface TextFix {
  readonly title: string;
  /** Non-overlapping edits. */
  readonly edits: readonly TextEdit[];
}

export const applyFix = (text: string, { edits }: TextFix): string =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, edit) => changed.slice(0, edit.start) + edit.text + changed.slice(edit.end), text);
