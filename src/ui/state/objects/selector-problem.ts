import { errorText } from '../../../api/error-text.ts';
import { parseLabelSelector } from '../../../api/selectors/label-selector.ts';

/** Returns what is wrong with a label selector; undefined for a valid one. */
export function selectorProblem(text: string): string | undefined {
  try {
    parseLabelSelector(text);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}
