import { errorText } from '../../api/error-text.ts';
import type { HorizontalPodAutoscaler } from '../../api/kinds/autoscaling-v2.generated.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { type LabelSelector, parseLabelSelector } from '../../api/selectors/label-selector.ts';
import type { Informer } from '../../client/informer.ts';
import { objectKey } from '../../client/object-key.ts';

/** The reason why the pods of a target cannot be scaled by their selector. */
export class SelectorProblem extends Error {
  /** The reason of the event, whose message is the error's message. */
  readonly event: string;
  /** The reason of the condition. */
  readonly reason: string;
  /** The message of the condition. */
  readonly condition: string;

  constructor(event: string, reason: string, message: string, condition = message) {
    super(message);
    this.event = event;
    this.reason = reason;
    this.condition = condition;
  }
}

/** The last seen selectors of the targets of all autoscalers. */
export class AutoscalerSelectors {
  /** By key of the autoscaler. */
  readonly #selectors = new Map<string, LabelSelector>();

  /** Returns the pods that the target of an autoscaler selects. @throws SelectorProblem */
  podsOf(autoscaler: HorizontalPodAutoscaler, text = '', pods: Pick<Informer<Pod>, 'list'>): readonly Pod[] {
    if (text === '') {
      const condition = "the HPA target's scale is missing a selector";
      throw new SelectorProblem('SelectorRequired', 'InvalidSelector', 'selector is required', condition);
    }
    const { namespace = '' } = autoscaler.metadata;
    const selector = parse(text);
    this.#selectors.set(objectKey(autoscaler), selector);
    const selected = pods.list({ namespace, selector });
    const others = this.#selecting(namespace, selected);
    if (others.length > 1) {
      const list = others.map((name) => `{${name} ${namespace}}`).join(' ');
      const message = `pods by selector ${text} are controlled by multiple HPAs: [${list}]`;
      throw new SelectorProblem('AmbiguousSelector', 'AmbiguousSelector', message);
    }
    return selected;
  }

  forget(autoscaler: HorizontalPodAutoscaler): void {
    this.#selectors.delete(objectKey(autoscaler));
  }

  /** Returns the names of the autoscalers whose targets select any of the pods, in order. */
  #selecting(namespace: string, pods: readonly Pod[]): string[] {
    const prefix = `${namespace}/`;
    return [...this.#selectors]
      .filter(
        ([key, selector]) => key.startsWith(prefix) && pods.some(({ metadata }) => selector.matches(metadata.labels)),
      )
      .map(([key]) => key.slice(prefix.length))
      .sort();
  }
}

function parse(text: string): LabelSelector {
  try {
    return parseLabelSelector(text);
  } catch (error) {
    const problem = errorText(error);
    const message = `couldn't convert selector into a corresponding internal selector object: ${problem}`;
    throw new SelectorProblem('InvalidSelector', 'InvalidSelector', message);
  }
}
