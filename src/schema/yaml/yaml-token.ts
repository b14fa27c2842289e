export type StructureKind =
  | 'stream-end'
  | 'document-start'
  | 'document-end'
  | 'block-sequence-start'
  | 'block-mapping-start'
  | 'block-end'
  | 'flow-sequence-start'
  | 'flow-sequence-end'
  | 'flow-mapping-start'
  | 'flow-mapping-end'
  | 'block-entry'
  | 'flow-entry'
  | 'key'
  | 'value';

export interface ScalarToken {
  readonly kind: 'scalar';
  readonly line: number;
  readonly text: string;
  /** Neither quoted nor a block. */
  readonly isPlain: boolean;
}

/** A tag: `!!str` has the handle `!!` and the suffix `str`. Without a handle, the suffix is the complete tag. */
export interface TagToken {
  readonly kind: 'tag';
  readonly line: number;
  readonly handle: string;
  readonly suffix: string;
}

export interface NameToken {
  readonly kind: 'alias' | 'anchor';
  readonly line: number;
  readonly name: string;
}

export type DirectiveToken =
  | { readonly kind: 'version-directive'; readonly line: number; readonly version: string }
  | { readonly kind: 'tag-directive'; readonly line: number; readonly handle: string; readonly prefix: string };

/** A token; its line is zero-based. */
export type YamlToken =
  | { readonly kind: StructureKind; readonly line: number }
  | ScalarToken
  | TagToken
  | NameToken
  | DirectiveToken;
