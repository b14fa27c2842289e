/** A watch event for a client in the server's process. It is passed as an object, without encoding and parsing. */
export class HandedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  /** Deeply frozen, because all watchers share it. */
  readonly object: unknown;
  /** Approximate length of its text. */
  readonly length: number;

  constructor(type: HandedEvent['type'], object: unknown, length: number) {
    this.type = type;
    this.object = object;
    this.length = length;
  }
}
