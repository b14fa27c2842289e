import type { AdmissionAttributes, Reinvocation } from '../../../admission/admission-plugin.ts';
import type { AdmissionStep } from '../../../api/debug/request-trace.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { TraceRecorder } from '../../observe/traces/trace-recorder.ts';
import { RequestMembers } from './request-members.ts';
import { WatchedObject } from './watched-object.ts';

/** The effects of one plugin besides its verdict and its changes of the object. */
interface PluginEffects {
  warnings?: string[];
  auditAnnotations?: Record<string, string>;
}

/** The attributes of a traced write. They record the effects of each plugin. */
export class TracedAttributes extends RequestMembers implements AdmissionAttributes {
  readonly reinvocation?: Reinvocation;
  readonly onFailure?: NonNullable<AdmissionAttributes['onFailure']>;
  readonly record: (step: AdmissionStep) => void;
  readonly watched: WatchedObject;
  /** The effects of the running plugin, which most do not have. */
  #effects: PluginEffects | undefined;
  readonly #attributes: AdmissionAttributes;

  constructor(attributes: AdmissionAttributes, mayChange: boolean, trace: TraceRecorder) {
    super(attributes, attributes);
    if (attributes.reinvocation) this.reinvocation = attributes.reinvocation;
    if (attributes.onFailure) this.onFailure = attributes.onFailure;
    this.record = (step) => trace.record(inRound(attributes, step));
    this.watched = new WatchedObject(attributes.object, mayChange);
    this.#attributes = attributes;
  }

  get object(): ApiObject | undefined {
    return this.watched.object;
  }
  set object(object: ApiObject | undefined) {
    this.watched.object = object;
  }

  /** Returns the effects since the last call. */
  takeEffects(): PluginEffects | undefined {
    const effects = this.#effects;
    this.#effects = undefined;
    return effects;
  }

  warn(text: string): void {
    this.#effects ??= {};
    this.#effects.warnings = [...(this.#effects.warnings ?? []), text];
    this.#attributes.warn(text);
  }
  annotate(key: string, value: string): void {
    this.#effects ??= {};
    this.#effects.auditAnnotations = { ...this.#effects.auditAnnotations, [key]: value };
    this.#attributes.annotate?.(key, value);
  }
  annotateRequest(key: string, valueText: () => string): void {
    this.#attributes.annotateRequest?.(key, valueText);
  }
}

/** Marks a step of the second round. */
export const inRound = (
  { reinvocation }: Pick<AdmissionAttributes, 'reinvocation'>,
  step: AdmissionStep,
): AdmissionStep => (reinvocation?.isSecondRound ? { ...step, reinvocation: true } : step);
