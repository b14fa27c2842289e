import type { AdmissionStep } from '../../api/debug/request-trace.ts';
import { utf8Bytes, utf8Text } from '../../api/encoding/utf8.ts';
import { stopwatch } from '../../api/environment.ts';
import { errorText } from '../../api/error-text.ts';
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { inTurn, type MaybePromise, orElse, whenReady } from '../../api/when-ready.ts';
import { AccessAnswers, type AdmissionInput } from '../../cel/admission/admission-variables.ts';
import type { AdmissionAttributes, AdmissionContext } from '../admission-plugin.ts';
import { askAccess } from '../ask-access.ts';
import type { MatchedResource } from '../matching/matched-resource.ts';
import type { BoundPolicy } from './bound-policies.ts';
import { enforceBinding, policyInput } from './enforce-binding.ts';
import { PASSED, type PolicyVerdict } from './evaluate-policy.ts';
import { matchResources } from './match-resources.ts';
import { ConfigurationError, kindOf, requireParamKind } from './params.ts';
import type { PolicyDenial } from './policy-denial.ts';

const MAXIMUM_ANNOTATION_BYTES = 10 * 1024;

/** Applies all policies to one request. */
export class PolicyEnforcement {
  /** Denials of the request. The response reports the first one. */
  readonly denials: PolicyDenial[] = [];
  readonly #attributes: AdmissionAttributes;
  readonly #context: AdmissionContext;
  readonly #answers: AccessAnswers;
  /** By the version in which policies see the request. Most policies share one. */
  readonly #inputs = new Map<string, AdmissionInput>();

  constructor(attributes: AdmissionAttributes, context: AdmissionContext) {
    this.#attributes = attributes;
    this.#context = context;
    this.#answers = new AccessAnswers(askAccess(context.authorizer, attributes.user));
  }

  enforce({ policy, bindings }: BoundPolicy): MaybePromise<void> {
    return whenReady(this.#match(policy), (matched) => matched && this.#enforceBindings(policy, bindings, matched));
  }

  /** Returns undefined when the policy does not match the request or cannot be enforced. */
  #match(policy: ValidatingAdmissionPolicy): MaybePromise<MatchedResource | undefined> {
    const { matchConstraints = {}, paramKind } = policy.spec ?? {};
    const matched = () =>
      whenReady(matchResources(matchConstraints, this.#attributes, this.#context), (match) => {
        if ('matched' in match) {
          if (paramKind) requireParamKind(kindOf(paramKind), this.#context);
          return match.matched;
        }
        this.#record(policy.metadata.name ?? '', { matched: false, why: match.why, decision: 'skipped' });
        return undefined;
      });
    return orElse(matched, (error) => {
      this.#denyConfiguration('policy', error, policy, undefined);
      return undefined;
    });
  }

  #enforceBindings(
    policy: ValidatingAdmissionPolicy,
    bindings: readonly ValidatingAdmissionPolicyBinding[],
    matched: MatchedResource,
  ): MaybePromise<void> {
    let annotations: Map<string, Set<string>> | undefined;
    const enforced = inTurn(bindings, (binding) =>
      whenReady(this.#enforceBinding(policy, binding, matched), (verdicts) => {
        for (const verdict of verdicts)
          for (const { key, value } of verdict.annotations) {
            annotations ??= new Map();
            annotations.set(key, (annotations.get(key) ?? new Set()).add(cut(value)));
          }
      }),
    );
    return whenReady(enforced, () => {
      for (const [key, values] of annotations ?? [])
        this.#attributes.annotate?.(`${policy.metadata.name}/${key}`, [...values].join(', '));
    });
  }

  #enforceBinding(
    policy: ValidatingAdmissionPolicy,
    binding: ValidatingAdmissionPolicyBinding,
    matched: MatchedResource,
  ): MaybePromise<readonly PolicyVerdict[]> {
    const startedAt = stopwatch(this.#context.clock);
    const name = `${policy.metadata.name}/${binding.metadata.name}`;
    const request = {
      attributes: this.#attributes,
      context: this.#context,
      answers: this.#answers,
      input: () => this.#input(matched),
    };
    const enforced = () =>
      whenReady(this.#exclusionBy(binding), (why): MaybePromise<readonly PolicyVerdict[]> => {
        if (why !== undefined) {
          this.#record(name, { matched: false, why, decision: 'skipped' });
          return [];
        }
        return whenReady(enforceBinding(policy, binding, request), (verdicts) => {
          this.#deny(policy, binding, verdicts);
          this.#record(name, stepOf(verdicts, binding), stopwatch(this.#context.clock) - startedAt);
          return verdicts;
        });
      });
    return orElse(enforced, (error) => {
      if (!(error instanceof ConfigurationError)) throw error;
      this.#denyConfiguration('binding', error, policy, binding);
      return [];
    });
  }

  /**
   * Returns why a binding does not match the request; undefined when it does.
   * @throws ConfigurationError when the namespace of the request does not exist
   */
  #exclusionBy({ spec }: ValidatingAdmissionPolicyBinding): MaybePromise<string | undefined> {
    const { matchResources: resources } = spec ?? {};
    if (!resources) return undefined;
    const match = orElse(
      () => matchResources(resources, this.#attributes, this.#context),
      (error) => {
        throw new ConfigurationError(errorText(error));
      },
    );
    return whenReady(match, (found) => ('why' in found ? found.why : undefined));
  }

  #input(matched: MatchedResource): MaybePromise<AdmissionInput> {
    const { group, version, resource } = matched.resource;
    const key = `${group}/${version}/${resource}`;
    const known = this.#inputs.get(key);
    if (known) return known;
    return policyInput(this.#attributes, this.#context, matched).then((input) => {
      this.#inputs.set(key, input);
      return input;
    });
  }

  #deny(
    policy: ValidatingAdmissionPolicy,
    binding: ValidatingAdmissionPolicyBinding,
    verdicts: readonly PolicyVerdict[],
  ): void {
    const isDenying = binding.spec?.validationActions?.includes('Deny') ?? false;
    for (const { denials, annotationFailures } of verdicts) {
      const refusing = isDenying ? denials : [];
      this.denials.push(
        ...refusing.map(({ message, reason }) => ({ policy, binding, message, reason })),
        ...annotationFailures.map((message) => ({ policy, binding, message, reason: undefined })),
      );
    }
  }

  #denyConfiguration(
    what: 'policy' | 'binding',
    error: unknown,
    policy: ValidatingAdmissionPolicy,
    binding: ValidatingAdmissionPolicyBinding | undefined,
  ): void {
    const message = `failed to configure ${what}: ${errorText(error)}`;
    const isIgnored = policy.spec?.failurePolicy === 'Ignore';
    const name = [policy, ...(binding ? [binding] : [])].map(({ metadata }) => metadata.name).join('/');
    this.#record(name, { matched: true, why: message, decision: isIgnored ? 'failed-open' : 'failed' });
    if (!isIgnored) this.denials.push({ policy, binding, message, reason: undefined });
  }

  #record(
    name: string,
    step: Omit<AdmissionStep, 'plugin' | 'phase' | 'name' | 'milliseconds'>,
    milliseconds = 0,
  ): void {
    this.#attributes.record?.({ plugin: 'ValidatingAdmissionPolicy', phase: 'validate', name, milliseconds, ...step });
  }
}

/** Cuts an annotation to its maximum length, possibly within a character. */
function cut(value: string): string {
  if (value.length <= MAXIMUM_ANNOTATION_BYTES / 3) return value;
  return utf8Text(utf8Bytes(value).subarray(0, MAXIMUM_ANNOTATION_BYTES));
}

const ALLOWED = { matched: true, decision: 'allowed' } as const;

/** Returns the trace step for the decision of a binding. */
function stepOf(
  verdicts: readonly PolicyVerdict[],
  binding: ValidatingAdmissionPolicyBinding,
): Pick<AdmissionStep, 'matched' | 'why' | 'decision' | 'warnings' | 'auditAnnotations'> {
  if (verdicts.every((verdict) => verdict === PASSED)) return ALLOWED;
  const actions = binding.spec?.validationActions ?? [];
  const unmet = verdicts.map(({ unmetCondition }) => unmetCondition);
  if (verdicts.length > 0 && unmet.every((condition) => condition !== undefined)) {
    return { matched: false, why: `matchCondition ${JSON.stringify(unmet[0])} is false`, decision: 'skipped' };
  }
  const failures = verdicts.flatMap(({ denials }) => denials.map(({ message }) => message));
  const ignored = verdicts.flatMap((verdict) => verdict.ignored);
  const refusing = [
    ...(actions.includes('Deny') ? failures : []),
    ...verdicts.flatMap(({ annotationFailures }) => annotationFailures),
  ];
  const why = [...failures, ...refusing, ...ignored][0];
  const annotations = verdicts.flatMap((verdict) => verdict.annotations.map(({ key, value }) => [key, value] as const));
  return {
    matched: true,
    decision: refusing.length > 0 ? 'denied' : ignored.length > 0 ? 'failed-open' : 'allowed',
    ...(why === undefined ? {} : { why }),
    ...(actions.includes('Warn') && failures.length > 0 ? { warnings: failures } : {}),
    ...(annotations.length > 0 ? { auditAnnotations: Object.fromEntries(annotations) } : {}),
  };
}
