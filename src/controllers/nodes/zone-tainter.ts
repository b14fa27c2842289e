/** The nodes of a zone that wait for a NoExecute taint, which is set at a limited rate. */
export class ZoneTainter {
  readonly #waiting = new Set<string>();
  /** Nodes per second. */
  #rate: number;
  /** When the next node may be tainted, in milliseconds. */
  #nextAt = 0;

  constructor(rate: number) {
    this.#rate = rate;
  }

  setRate(rate: number): void {
    this.#rate = rate;
  }

  add(node: string): void {
    this.#waiting.add(node);
  }

  delete(node: string): void {
    this.#waiting.delete(node);
  }

  /** When the next node may be tainted, in milliseconds; infinite while none waits or the rate is zero. */
  get nextAt(): number {
    return this.#waiting.size === 0 || this.#rate === 0 ? Number.POSITIVE_INFINITY : this.#nextAt;
  }

  /** Takes the next node if the rate allows it now. */
  take(now: number): string | undefined {
    const [node] = this.#waiting;
    if (node === undefined || now < this.nextAt) return undefined;
    this.#waiting.delete(node);
    this.#nextAt = now + 1000 / this.#rate;
    return node;
  }
}
