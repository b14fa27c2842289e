import type { ApiObject } from '../api/object.ts';
import type { Program } from '../cel/compile-expression.ts';

/** A lesson, as its YAML file states it, with compiled checks. */
export interface Lesson {
  readonly title: string;
  /** One sentence about what the reader learns. */
  readonly summary: string;
  /** How long it takes. */
  readonly minutes: number;
  readonly start: LessonStart;
  /** The variables of its checks, by name. */
  readonly state: Readonly<Record<string, StateSource>>;
  readonly steps: readonly LessonStep[];
  /** Whether an expression reads `causes`. */
  readonly readsCauses: boolean;
}

/** What the cluster of a lesson contains at the start. */
export interface LessonStart {
  /** Number of simulated nodes. */
  readonly nodes: number;
  readonly objects: readonly ApiObject[];
}

/** The object of a variable, or the list of a collection when there is no name. */
export interface StateSource {
  /** Plural and group: `deployments.apps`. */
  readonly resource: string;
  /** Undefined for all namespaces and for resources without one. */
  readonly namespace?: string;
  readonly name?: string;
}

export interface LessonStep {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  readonly pointsAt?: Control;
  readonly tasks: readonly LessonTask[];
  readonly quiz?: Quiz;
}

/** A control of the app, by its role and its accessible name. */
export interface Control {
  readonly role: ControlRole;
  readonly name: string;
}

export const CONTROL_ROLES = ['button', 'heading', 'link', 'tab', 'textbox'] as const;
export type ControlRole = (typeof CONTROL_ROLES)[number];

export interface LessonTask {
  /** Markdown. */
  readonly text: string;
  /** Whether the task is solved, by the variables of the lesson. */
  readonly check: Program;
  readonly hint?: Hint;
  readonly solution: readonly LessonCall[];
}

/** Markdown, or the object whose state explains itself. */
export type Hint = string | { readonly why: Required<Pick<StateSource, 'resource' | 'name'>> & StateSource };

/** A call that a solution makes. */
export type LessonCall = ApplyCall | RequestCall;

/** Applies objects with server-side apply. */
export interface ApplyCall {
  readonly apply: readonly ApiObject[];
  /** The user to impersonate. */
  readonly as?: string;
}

/** Sends one request. `{{expression}}` in the path and the body stands for the value of a CEL expression. */
export interface RequestCall {
  readonly method: string;
  /** Path and query below `/api/` or `/apis/`. */
  readonly path: string;
  readonly body?: unknown;
  /** Media type of the body. */
  readonly type?: string;
  /** The user to impersonate. */
  readonly as?: string;
}

export interface Quiz {
  readonly question: string;
  /** At least two, of which at least one is right. */
  readonly answers: readonly QuizAnswer[];
}

export interface QuizAnswer {
  readonly text: string;
  readonly isRight: boolean;
  /** Why it is right or wrong. */
  readonly because: string;
}
