/** A request of a case, as `Client` sends it. */
export interface CaseRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly as?: string;
  readonly raw?: string;
  readonly streamMs?: number;
}

/** An answer with names, UIDs, revisions and times made comparable. */
export interface ObservedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Sends the requests of cases to a server over HTTP. */
export class Client {
  readonly agent: { destroy(): void };
  constructor(url: string);
  send(request: CaseRequest): Promise<unknown>;
}

/** Differences of two answers: what differs (`sig`), and the two values in short. */
export function compare(
  real: ObservedAnswer,
  ours: ObservedAnswer,
): { readonly sig: string; readonly real: string; readonly ours: string }[];
