type Search = Readonly<Record<string, unknown>>;

/** Search parameters of every address. */
export interface RootSearch {
  /** Namespaces of all views, separated by commas: `shop,web`; undefined means all. */
  readonly namespace?: string | undefined;
  /** The name of the tab's cluster; undefined when the browser has only one. */
  readonly cluster?: string | undefined;
  /** The revision at which the cluster is shown; undefined means now. */
  readonly at?: number | undefined;
}

/** Reads the revision of a moment. */
function revisionParameter<Name extends string>(
  search: Search,
  name: Name,
): { readonly [key in Name]?: number | undefined } {
  const revision = Number(search[name]);
  const isRevision = Number.isSafeInteger(revision) && revision > 0;
  return (isRevision ? { [name]: revision } : {}) as { readonly [key in Name]?: number | undefined };
}

/** The moments that are compared. */
export interface CompareSearch {
  /** The revision of the earlier moment. */
  readonly from?: number | undefined;
  /** The revision of the later moment; undefined means now. */
  readonly to?: number | undefined;
}

export const readCompareSearch = (search: Search): CompareSearch => ({
  ...revisionParameter(search, 'from'),
  ...revisionParameter(search, 'to'),
});

/** Search parameters of an object list. */
export interface ListSearch {
  /** Text that a row must contain. */
  readonly filter?: string | undefined;
  /** A label selector, applied by the server. */
  readonly labels?: string | undefined;
  /** The name of the column to sort by, after a `-` for descending. */
  readonly sort?: string | undefined;
}

/** Reads a text parameter; the router parses text that looks like a number or boolean. */
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
});

/** Search parameters of the timeline. */
export interface TimelineSearch {
  /** Kinds to show, separated by commas: `pods,deployments.apps`; undefined means all recorded kinds. */
  readonly kinds?: string | undefined;
  /** Event types to show, separated by commas; undefined means all but bookmarks. */
  readonly types?: string | undefined;
  readonly filter?: string | undefined;
  /** `15m`, `all` or `<from>..<to>`; undefined means the last 15 minutes. */
  readonly range?: string | undefined;
}

export const readTimelineSearch = (search: Search): TimelineSearch => ({
  ...textParameter(search, 'kinds'),
  ...textParameter(search, 'types'),
  ...textParameter(search, 'range'),
  ...textParameter(search, 'filter'),
});

/** Search parameters of the request list. */
export interface TracesSearch {
  readonly filter?: string | undefined;
  /** Whether requests of cluster components and renewed leases are shown. */
  readonly components?: true | undefined;
  /** Whether reads and watches are recorded and shown. */
  readonly reads?: true | undefined;
  /** Name of the selected trace. */
  readonly trace?: string | undefined;
}

export const readTracesSearch = (search: Search): TracesSearch => ({
  ...textParameter(search, 'filter'),
  ...textParameter(search, 'trace'),
  ...(search.components === true || search.components === 'true' ? { components: true as const } : {}),
  ...(search.reads === true || search.reads === 'true' ? { reads: true as const } : {}),
});

/** The change to follow: a request by its trace, a write by its revision, or the latest write of an object. */
export interface FollowSearch {
  readonly request?: string | undefined;
  readonly revision?: string | undefined;
  /** Plural and group of the object: `deployments.apps`. */
  readonly resource?: string | undefined;
  /** The namespace of the object. */
  readonly in?: string | undefined;
  readonly name?: string | undefined;
}

export const readFollowSearch = (search: Search): FollowSearch => ({
  ...textParameter(search, 'request'),
  ...textParameter(search, 'revision'),
  ...textParameter(search, 'resource'),
  ...textParameter(search, 'in'),
  ...textParameter(search, 'name'),
});

/** The resource that the watch lab watches: plural and group, such as `deployments.apps`. */
export const readWatchesSearch = (search: Search): { readonly resource?: string | undefined } =>
  textParameter(search, 'resource');

/** The field that the API explorer shows. */
export interface ExplorerSearch {
  /** Plural and group: `deployments.apps`; undefined shows all kinds. */
  readonly resource?: string | undefined;
  /** The version; the preferred one by default. */
  readonly version?: string | undefined;
  /** Path of the field: `spec.template.spec`. */
  readonly field?: string | undefined;
  /** Words to search for in all fields. */
  readonly filter?: string | undefined;
}

export const readExplorerSearch = (search: Search): ExplorerSearch => ({
  ...textParameter(search, 'resource'),
  ...textParameter(search, 'version'),
  ...textParameter(search, 'field'),
  ...textParameter(search, 'filter'),
});

/** The scenario of the demo that a link names. */
export const readDemosSearch = (search: Search): { readonly demo?: string | undefined } =>
  textParameter(search, 'demo');

/** The selected certificate request. */
export const readCertificatesSearch = (search: Search): { readonly name?: string | undefined } =>
  textParameter(search, 'name');

/** The address of a lesson's file. */
export const readLessonsSearch = (search: Search): { readonly from?: string | undefined } =>
  textParameter(search, 'from');

/** The selected tab. */
export const readTabSearch = (search: Search): { readonly tab?: string | undefined } => textParameter(search, 'tab');

export const readRootSearch = (search: Search): RootSearch => ({
  ...textParameter(search, 'namespace'),
  ...textParameter(search, 'cluster'),
  ...revisionParameter(search, 'at'),
});
