import type { ClusterRoleBinding, RoleBinding, Subject } from '../../api/kinds/rbac-v1.generated.ts';

export type Binding = ClusterRoleBinding | RoleBinding;

/** A binding and its subject that matches the user. */
export interface Grant {
  readonly binding: Binding;
  /** Namespace of a RoleBinding; empty for a ClusterRoleBinding. */
  readonly namespace: string;
  readonly subject: Subject;
}

export const SERVICE_ACCOUNT_PREFIX = 'system:serviceaccount:';

/** An index of the bindings of one kind by subject. */
export class BindingIndex {
  readonly #bindings = new Map<string, Binding>();
  /** With the index of the subject in the binding. */
  readonly #bySubject = new Map<string, Map<Binding, number>>();

  /** Replaces the binding with this name; undefined removes it. */
  set(namespace: string, name: string, binding: Binding | undefined): void {
    const key = `${namespace}/${name}`;
    const former = this.#bindings.get(key);
    if (former) this.#remove(former, namespace);
    if (!binding) {
      this.#bindings.delete(key);
      return;
    }
    this.#bindings.set(key, binding);
    for (const [position, subject] of subjectKeysOf(binding, namespace).entries()) {
      const bindings = this.#bySubject.get(subject);
      if (!bindings) this.#bySubject.set(subject, new Map([[binding, position]]));
      else if (!bindings.has(binding)) bindings.set(binding, position);
    }
  }

  /**
   * Returns the bindings of a namespace for any of the subjects, sorted by name, each with its first matching subject.
   */
  grantsOf(subjects: readonly string[], namespace: string): readonly Grant[] {
    const found = new Map<Binding, number>();
    for (const subject of subjects) {
      for (const [binding, position] of this.#bySubject.get(`${namespace}/${subject}`) ?? []) {
        found.set(binding, Math.min(position, found.get(binding) ?? position));
      }
    }
    const grants = [...found].flatMap(([binding, position]): Grant[] => {
      const subject = binding.subjects?.[position];
      return subject ? [{ binding, namespace, subject }] : [];
    });
    return grants.length < 2 ? grants : grants.sort(byName);
  }

  #remove(binding: Binding, namespace: string): void {
    for (const subject of subjectKeysOf(binding, namespace)) {
      const bindings = this.#bySubject.get(subject);
      bindings?.delete(binding);
      if (bindings?.size === 0) this.#bySubject.delete(subject);
    }
  }
}

const byName = (a: Grant, b: Grant): number =>
  (a.binding.metadata.name ?? '') < (b.binding.metadata.name ?? '') ? -1 : 1;

const subjectKeysOf = ({ subjects }: Binding, namespace: string): readonly string[] =>
  (subjects ?? []).map((subject) => `${namespace}/${subjectKey(subject, namespace)}`);

/**
 * Returns the key of a subject. A service account without a namespace belongs to the binding's namespace; in a
 * ClusterRoleBinding it matches nobody.
 */
export function subjectKey(subject: Subject, bindingNamespace: string): string {
  if (subject.kind !== 'ServiceAccount') return `${subject.kind}/${subject.name}`;
  const namespace = subject.namespace || bindingNamespace;
  return namespace === '' ? 'nobody' : `ServiceAccount/${SERVICE_ACCOUNT_PREFIX}${namespace}:${subject.name}`;
}
