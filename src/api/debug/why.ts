/** Why an object is in its state: causes of causes, each with its evidence. Served as `why` of the debug group. */
export interface Why {
  readonly apiVersion: string;
  readonly kind: 'Why';
  readonly metadata: Record<string, never>;
  readonly object: ObjectName;
  /** The state and the most probable chain of causes: `Not ready: node a stopped reporting at 14:02 UTC.` */
  readonly sentence: string;
  /** The state in one or two words: `Not ready`. Undefined for kinds without one. */
  readonly state?: string;
  /** Whether nothing was found. */
  readonly isWell: boolean;
  /** The most probable cause first. */
  readonly causes: readonly Cause[];
  /** Collections that the caller may not list; causes in them are unknown. */
  readonly unread: readonly string[];
}

/** Names an object. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined for cluster-scoped objects. */
  readonly namespace?: string;
  readonly name: string;
}

/** A cause, as a clause that can follow "because". */
export interface Cause {
  /** The name of the rule that found it: `node-stopped-reporting`. */
  readonly rule: string;
  /** `node a stopped reporting at 14:02 UTC`. */
  readonly text: string;
  readonly evidence: readonly Evidence[];
  readonly fix?: Fix;
  /** The causes of this cause, the most probable first. */
  readonly because: readonly Cause[];
}

/** What proves a cause. */
export interface Evidence {
  readonly type: 'object' | 'condition' | 'event' | 'request';
  readonly text: string;
  /** The object that has the field, the condition or the event. */
  readonly object?: ObjectName;
  /** Name of the request's trace. */
  readonly trace?: string;
  /** metav1.Time of the condition, event or request. */
  readonly time?: string;
}

/** A request that may remove the cause. */
export interface Fix {
  /** What the request does, as a command: `Uncordon node a`. */
  readonly text: string;
  readonly method: 'PATCH';
  /** The path of the request. With `dryRun=All`, it can be tried. */
  readonly path: string;
  /** A merge patch. */
  readonly patch: object;
}
