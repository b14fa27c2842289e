/** Definitions of `src/schema/definition.ts`, which this room may not import. */
type Definitions = Readonly<Record<string, { readonly kinds?: unknown; readonly fields?: object }>>;

export function missingDescriptions(definitions: Definitions, folder: URL): Record<string, string[]>;
