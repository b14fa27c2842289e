type Search = Readonly<Record<string, unknown>>;

/** What every address says. */
export interface RootSearch {
  /** The namespace that every view works in; absent means all of them. */
  readonly namespace?: string | undefined;
}

/** What the address of a list says beside the namespace. */
export interface ListSearch {
  /** Text that a row must contain. */
  readonly filter?: string | undefined;
  /** A label selector, applied by the server. */
  readonly labels?: string | undefined;
  /** The name of the column to sort by, after a `-` for descending. */
  readonly sort?: string | undefined;
  /** Shows the columns that the server marks as less important. */
  readonly wide?: true | undefined;
}

/** A parameter that is text; numbers and booleans in an address are text that looks like them. */
export function textParameter<Name extends string>(
  search: Search,
  name: Name,
): { readonly [key in Name]?: string | undefined } {
  const value = search[name];
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return (isText && value !== '' ? { [name]: String(value) } : {}) as { readonly [key in Name]?: string | undefined };
}

export const readListSearch = (search: Search): ListSearch => ({
  ...textParameter(search, 'filter'),
  ...textParameter(search, 'labels'),
  ...textParameter(search, 'sort'),
  ...(search.wide === true || search.wide === 'true' ? { wide: true as const } : {}),
});

/** What the address of the timeline says beside the namespace. */
export interface TimelineSearch {
  /** Kinds to show, with commas between: `pods,deployments.apps`; absent means all that are recorded. */
  readonly kinds?: string | undefined;
  /** Types of events to show, with commas between; absent means all but bookmarks. */
  readonly types?: string | undefined;
  readonly filter?: string | undefined;
  /** `15m`, `all` or `<from>..<to>`; absent means the last 15 minutes. */
  readonly range?: string | undefined;
}

export const readTimelineSearch = (search: Search): TimelineSearch => ({
  ...textParameter(search, 'kinds'),
  ...textParameter(search, 'types'),
  ...textParameter(search, 'range'),
  ...textParameter(search, 'filter'),
});

/** What the address of the requests says beside the namespace. */
export interface TracesSearch {
  readonly filter?: string | undefined;
  /** The name of the trace that is shown. */
  readonly trace?: string | undefined;
}

export const readTracesSearch = (search: Search): TracesSearch => ({
  ...textParameter(search, 'filter'),
  ...textParameter(search, 'trace'),
});

/** The request for a certificate that is open. */
export const readCertificatesSearch = (search: Search): { readonly name?: string | undefined } =>
  textParameter(search, 'name');

/** The open tab of a view that has some. */
export const readTabSearch = (search: Search): { readonly tab?: string | undefined } => textParameter(search, 'tab');

export const readRootSearch = (search: Search): RootSearch => textParameter(search, 'namespace');
