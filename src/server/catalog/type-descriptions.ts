import type { ReportProblem } from '../../api/environment.ts';
import type { Descriptions, LoadDescriptions } from '../../schema/openapi/descriptions.ts';

const NONE: Descriptions = {};

/** The texts of fields and types for the OpenAPI documents, loaded on first use. */
export class TypeDescriptions {
  readonly #load: LoadDescriptions;
  readonly #reportProblem: ReportProblem;
  #loading: Promise<Descriptions> | undefined;

  constructor(load: LoadDescriptions | undefined, reportProblem: ReportProblem) {
    this.#load = load ?? (async () => NONE);
    this.#reportProblem = reportProblem;
  }

  /** Returns the texts, or none when they cannot be loaded: that is reported, and the next call tries again. */
  async load(): Promise<Descriptions> {
    this.#loading ??= this.#load();
    try {
      return await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      this.#reportProblem('the OpenAPI documents are served without descriptions', error);
      return NONE;
    }
  }
}
