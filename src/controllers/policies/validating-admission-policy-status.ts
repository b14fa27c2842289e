import type { ValidatingAdmissionPolicy } from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { ADMISSION_REGISTRATION_GROUP } from '../../api/kubernetes-names.ts';
import type { Controller, ControllerFacts } from '../controller.ts';
import { Reconciler } from '../reconciler.ts';

const MANAGER = 'validatingadmissionpolicy-status';

const facts = {
  serviceAccount: 'validatingadmissionpolicy-status-controller',
  rules: [
    {
      apiGroups: ['admissionregistration.k8s.io'],
      resources: ['validatingadmissionpolicies'],
      verbs: ['get', 'list', 'watch'],
    },
    {
      apiGroups: ['admissionregistration.k8s.io'],
      resources: ['validatingadmissionpolicies/status'],
      verbs: ['get', 'patch', 'update'],
    },
    { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create', 'patch', 'update'] },
  ],
} satisfies ControllerFacts;

/** Reports in each policy's status which of its expressions do not type-check against the kinds that it matches. */
export const validatingAdmissionPolicyStatusController: Controller = {
  name: 'validatingadmissionpolicy-status-controller',
  serviceAccount: facts.serviceAccount,
  async run(context) {
    const { informers, dialect, signal, checkPolicyTypes } = context;
    if (!checkPolicyTypes) return;
    const group = dialect.rename(ADMISSION_REGISTRATION_GROUP);
    const address = { group, version: 'v1beta1', resource: 'validatingadmissionpolicies' };
    const reconciler = new Reconciler<ValidatingAdmissionPolicy>({
      ...context,
      name: validatingAdmissionPolicyStatusController.name,
      informer: informers.for<ValidatingAdmissionPolicy>(address),
      async reconcile(policy, client) {
        const { generation: observedGeneration = 0, name = '' } = policy.metadata;
        if (observedGeneration <= (policy.status?.observedGeneration ?? 0)) return undefined;
        const expressionWarnings = checkPolicyTypes(policy);
        const typeChecking = expressionWarnings.length > 0 ? { expressionWarnings } : {};
        await client.apply(
          { ...address, name, subresource: 'status' },
          {
            apiVersion: `${group}/v1beta1`,
            kind: 'ValidatingAdmissionPolicy',
            metadata: { name },
            status: { observedGeneration, typeChecking },
          },
          { fieldManager: MANAGER, force: true },
        );
        return undefined;
      },
    });
    await reconciler.run(signal);
  },
};
