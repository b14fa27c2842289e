/** A callback with its due time, in milliseconds since 1970. */
export interface Timer {
  readonly due: number;
  /** Latest time of the call while time is moved forward: until then, the timer may wait for others. */
  readonly latest: number;
  readonly callback: () => void;
}

interface QueuedTimer extends Timer {
  /** The number of timers added before this one. Timers with equal times are called in this order. */
  readonly order: number;
  /** The position in the heap; -1 once the timer has left the queue. */
  index: number;
}

/** A priority queue of timers: a binary heap, in which adding and removing take logarithmic time. */
export class TimerQueue {
  #heap: QueuedTimer[] = [];
  #added = 0;
  #timeOf: (timer: Timer) => number = dueOf;

  /** The next timer and its time; undefined when the queue is empty. */
  get next(): { readonly timer: Timer; readonly at: number } | undefined {
    const timer = this.#heap[0];
    return timer && { timer, at: this.#timeOf(timer) };
  }

  /** Orders all timers by their due times, or by their latest times. */
  orderBy(time: 'due' | 'latest'): void {
    this.#timeOf = time === 'due' ? dueOf : latestOf;
    this.#heap.sort((a, b) => this.#timeOf(a) - this.#timeOf(b) || a.order - b.order);
    for (const [index, timer] of this.#heap.entries()) timer.index = index;
  }

  add(timer: Timer): Timer {
    const { due, latest, callback } = timer;
    const queued: QueuedTimer = { due, latest, callback, order: this.#added++, index: this.#heap.length };
    this.#heap.push(queued);
    this.#rise(queued);
    return queued;
  }

  /** Removes a timer returned by `add`. Reports whether it was still in the queue. */
  delete(timer: Timer): boolean {
    const queued = timer as QueuedTimer;
    const { index } = queued;
    if (index < 0) return false;
    queued.index = -1;
    const last = this.#heap.pop();
    if (!last || last === queued) return true;
    this.#place(last, index);
    this.#rise(last);
    this.#sink(last);
    return true;
  }

  #isBefore(a: QueuedTimer, b: QueuedTimer): boolean {
    const [first, second] = [this.#timeOf(a), this.#timeOf(b)];
    return first === second ? a.order < b.order : first < second;
  }

  #place(timer: QueuedTimer, index: number): void {
    this.#heap[index] = timer;
    timer.index = index;
  }

  #rise(timer: QueuedTimer): void {
    for (;;) {
      const { index } = timer;
      const parent = this.#heap[(index - 1) >> 1];
      if (index === 0 || !parent || !this.#isBefore(timer, parent)) return;
      this.#place(timer, parent.index);
      this.#place(parent, index);
    }
  }

  #sink(timer: QueuedTimer): void {
    for (;;) {
      const { index } = timer;
      const left = this.#heap[2 * index + 1];
      const right = this.#heap[2 * index + 2];
      const child = left && right && this.#isBefore(right, left) ? right : left;
      if (!child || !this.#isBefore(child, timer)) return;
      this.#place(timer, child.index);
      this.#place(child, index);
    }
  }
}

const dueOf = ({ due }: Timer): number => due;
const latestOf = ({ latest }: Timer): number => latest;
