import { describe, expect, it } from 'vitest';
import { specDifference } from '../../../src/resources/core/spec-difference.ts';
import { internalPodSpec } from '../../../src/resources/core/struct-difference/go-struct-types.ts';

const container = { name: 'app', image: 'app:2', command: ['run'], ports: [{ containerPort: 80, protocol: 'TCP' }] };
const spec = {
  containers: [container],
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
};
const changed = (change: object): string =>
  specDifference('PodSpec', internalPodSpec(spec), internalPodSpec({ ...spec, ...change }));

describe('the difference of two specs', () => {
  it('shows a changed value with two equal ones on each side', () => {
    expect(changed({ restartPolicy: 'Never' })).toMatchInlineSnapshot(`
      "  core.PodSpec{
        	... // 2 identical fields
        	Containers:                    {{Name: "app", Image: "app:2", Command: {"run"}, Ports: {{ContainerPort: 80, Protocol: "TCP"}}}},
        	EphemeralContainers:           nil,
      - 	RestartPolicy:                 "Always",
      + 	RestartPolicy:                 "Never",
        	TerminationGracePeriodSeconds: &30,
        	ActiveDeadlineSeconds:         nil,
        	... // 26 identical fields
        }
      "
    `);
  });

  it('shows added pointers and maps as a whole', () => {
    expect(changed({ activeDeadlineSeconds: 9, nodeSelector: { disk: 'fast' } })).toMatchInlineSnapshot(`
      "  core.PodSpec{
        	... // 4 identical fields
        	RestartPolicy:                 "Always",
        	TerminationGracePeriodSeconds: &30,
      - 	ActiveDeadlineSeconds:         nil,
      + 	ActiveDeadlineSeconds:         &9,
        	DNSPolicy:                     "ClusterFirst",
      - 	NodeSelector:                  nil,
      + 	NodeSelector:                  map[string]string{"disk": "fast"},
        	ServiceAccountName:            "",
        	AutomountServiceAccountToken:  nil,
        	... // 22 identical fields
        }
      "
    `);
  });

  it('descends into lists and structs', () => {
    expect(changed({ containers: [{ ...container, command: ['walk', 'slowly'] }] })).toMatchInlineSnapshot(`
      "  core.PodSpec{
        	Volumes:        nil,
        	InitContainers: nil,
        	Containers: []core.Container{
        		{
        			Name:  "app",
        			Image: "app:2",
        			Command: []string{
      - 				"run",
      + 				"walk",
      + 				"slowly",
        			},
        			Args:       nil,
        			WorkingDir: "",
        			... // 19 identical fields
        		},
        	},
        	EphemeralContainers: nil,
        	RestartPolicy:       "Always",
        	... // 28 identical fields
        }
      "
    `);
    expect(changed({ containers: [container], hostNetwork: true })).toMatchInlineSnapshot(`
      "  core.PodSpec{
        	... // 10 identical fields
        	AutomountServiceAccountToken: nil,
        	NodeName:                     "",
        	SecurityContext: &core.PodSecurityContext{
      - 		HostNetwork: false,
      + 		HostNetwork: true,
        		HostPID:     false,
        		HostIPC:     false,
        		... // 12 identical fields
        	},
        	ImagePullSecrets: nil,
        	Hostname:         "",
        	... // 18 identical fields
        }
      "
    `);
  });

  it('shows members of embedded structs', () => {
    const volumes = [{ name: 'v', configMap: { name: 'settings', defaultMode: 420 } }];
    expect(changed({ volumes })).toMatchInlineSnapshot(`
      "  core.PodSpec{
      - 	Volumes: nil,
      + 	Volumes: []core.Volume{
      + 		{
      + 			Name:         "v",
      + 			VolumeSource: core.VolumeSource{ConfigMap: &core.ConfigMapVolumeSource{...}},
      + 		},
      + 	},
        	InitContainers: nil,
        	Containers:     {{Name: "app", Image: "app:2", Command: {"run"}, Ports: {{ContainerPort: 80, Protocol: "TCP"}}}},
        	... // 30 identical fields
        }
      "
    `);
  });

  it('shows quantities as the server stores them', () => {
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    const more = { ...claim, resources: { requests: { storage: '2Gi' } } };
    expect(specDifference('PersistentVolumeClaimSpec', claim, more)).toMatchInlineSnapshot(`
      "  core.PersistentVolumeClaimSpec{
        	AccessModes: {"ReadWriteOnce"},
        	Selector:    nil,
        	Resources: core.ResourceRequirements{
        		Limits: nil,
      - 		Requests: core.ResourceList{
      - 			s"storage": {i: resource.int64Amount{value: 1073741824}, s: "1Gi", Format: "BinarySI"},
      - 		},
      + 		Requests: core.ResourceList{
      + 			s"storage": {i: resource.int64Amount{value: 2147483648}, s: "2Gi", Format: "BinarySI"},
      + 		},
        		Claims: nil,
        	},
        	VolumeName:       "",
        	StorageClassName: nil,
        	... // 3 identical fields
        }
      "
    `);
  });
});
