/** The denied request, as parsed from the message of a denial. */
export interface Denial {
  readonly username: string;
  readonly verb: string;
  /** Set for requests about a resource; the core group is empty. */
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly name?: string;
  readonly namespace?: string;
  /** Set for requests about a path. */
  readonly path?: string;
}

/**
 * Matches denials about a resource. The text before `is forbidden` has the resource with its group, and the object's
 * name if any.
 */
const OF_RESOURCE =
  /(?:^|[\s:])(?<subject>[\w.-]+(?:\/[\w-]+)?)(?: "(?<name>[^"]+)")? is forbidden: User "(?<username>[^"]*)" cannot (?<verb>\w+) resource "(?<resource>[^"/]+)(?:\/(?<subresource>[^"]+))?" in API group "(?<group>[^"]*)"(?: in the namespace "(?<namespace>[^"]+)")?/;
const OF_PATH = /User "(?<username>[^"]*)" cannot (?<verb>\w+) path "(?<path>[^"]*)"/;

/** Returns the denial in a message of the server; undefined for other messages. */
export function denialIn(message: string): Denial | undefined {
  const { subject: _, ...groups } = (OF_RESOURCE.exec(message) ?? OF_PATH.exec(message))?.groups ?? {};
  const found = Object.entries(groups).filter(([, value]) => value !== undefined);
  return found.length === 0 ? undefined : (Object.fromEntries(found) as unknown as Denial);
}
