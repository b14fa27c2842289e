import type { Dialect } from '../../api/dialect.ts';
import type { ReportProblem } from '../../api/environment.ts';
import type { Descriptions, LoadDescriptions } from '../../schema/openapi/descriptions.ts';

const NONE: Descriptions = {};

/** The texts of fields and types for the OpenAPI documents, loaded on first use. */
export class TypeDescriptions {
  readonly #load: LoadDescriptions;
  readonly #dialect: Dialect;
  readonly #reportProblem: ReportProblem;
  #loading: Promise<Descriptions> | undefined;

  constructor(load: LoadDescriptions | undefined, dialect: Dialect, reportProblem: ReportProblem) {
    this.#load = load ?? (async () => NONE);
    this.#dialect = dialect;
    this.#reportProblem = reportProblem;
  }

  /** Returns the texts with the dialect's names. A failure is reported and returns no texts; the next call retries. */
  async load(): Promise<Descriptions> {
    this.#loading ??= this.#load().then((texts) => this.#dialect.renameAll(texts));
    try {
      return await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      this.#reportProblem('the OpenAPI documents are served without descriptions', error);
      return NONE;
    }
  }
}
