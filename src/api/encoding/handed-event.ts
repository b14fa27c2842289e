/** One event of a watch as it is handed to a client in the server's process: nobody encodes or parses it. */
export class HandedEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  /** Deeply frozen, because all watchers share it. */
  readonly object: unknown;
  /** About as long as its text. */
  readonly length: number;

  constructor(type: HandedEvent['type'], object: unknown, length: number) {
    this.type = type;
    this.object = object;
    this.length = length;
  }
}
