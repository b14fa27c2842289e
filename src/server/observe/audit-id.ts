import { type Random, uuid } from '../../api/environment.ts';
import type { ApiRequest } from '../../api/messages/api-messages.ts';

export const AUDIT_ID = 'audit-id';
/** The longest ID accepted from a client. */
const LONGEST_ID = 64;

/**
 * Identifies a request in its response, its trace and the audit log, by the ID that the client has chosen or a new one.
 * New IDs are generated when they are first read.
 */
export class AuditId {
  readonly #request: Pick<ApiRequest, 'headers'>;
  readonly #random: Random;
  #text: string | undefined;

  constructor(request: Pick<ApiRequest, 'headers'>, random: Random) {
    this.#request = request;
    this.#random = random;
  }

  get text(): string {
    this.#text ??= this.#chosen ?? uuid(this.#random);
    return this.#text;
  }

  /** Whether the client has chosen the ID, which may then not be unique. */
  get isChosen(): boolean {
    return this.#chosen !== undefined;
  }

  get #chosen(): string | undefined {
    const given = this.#request.headers.get(AUDIT_ID) ?? '';
    return given !== '' && given.length <= LONGEST_ID ? given : undefined;
  }
}
