import { FormGroup, FormSelect, FormSelectOption, FormSelectOptionGroup, Radio } from '@patternfly/react-core';
import { useDiscovery } from '../../hooks/use-application.ts';
import { PATH_VERBS, SPECIAL_VERBS } from '../../state/access/access-choices.ts';
import { askedResource, DEFAULT_VERB } from '../../state/access/access-question.ts';
import { DraftInput } from './DraftInput.tsx';
import { ResourceFields } from './ResourceFields.tsx';
import { useAccessSearch } from './use-access-search.ts';

/** The action in question: a verb on a resource or a path. */
export function ActionFields() {
  const { search, change } = useAccessSearch();
  const isPath = search.about === 'path';
  return (
    <>
      <FormGroup role="radiogroup" isInline label="Target" fieldId="access-about">
        <Radio
          id="access-about-resource"
          name="about"
          label="API resource"
          isChecked={!isPath}
          onChange={() => change({ about: undefined, verb: undefined })}
        />
        <Radio
          id="access-about-path"
          name="about"
          label="URL path"
          isChecked={isPath}
          onChange={() => change({ about: 'path', verb: undefined })}
        />
      </FormGroup>
      <VerbField />
      {isPath ? (
        <FormGroup label="Path" isRequired fieldId="access-path">
          <DraftInput
            id="access-path"
            value={search.path}
            placeholder="/healthz"
            suggestions={['/api', '/apis', '/healthz', '/livez', '/metrics', '/openapi/v2', '/readyz', '/version']}
            onChange={(path) => change({ path })}
          />
        </FormGroup>
      ) : (
        <ResourceFields />
      )}
    </>
  );
}

function VerbField() {
  const { search, change } = useAccessSearch();
  const discovery = useDiscovery();
  const isPath = search.about === 'path';
  const served = isPath ? PATH_VERBS : [...(askedResource(search, discovery)?.verbs ?? [])].sort();
  const special = isPath ? [] : SPECIAL_VERBS.filter((verb) => !served.includes(verb));
  const verb = search.verb ?? DEFAULT_VERB;
  const others = served.includes(verb) || special.includes(verb) ? special : [verb, ...special];
  return (
    <FormGroup label="Verb" fieldId="access-verb">
      <FormSelect id="access-verb" value={verb} onChange={(_, value) => change({ verb: value })}>
        {served.map((name) => (
          <FormSelectOption key={name} value={name} label={name} />
        ))}
        {others.length > 0 && (
          <FormSelectOptionGroup label="Other verbs">
            {others.map((name) => (
              <FormSelectOption key={name} value={name} label={name} />
            ))}
          </FormSelectOptionGroup>
        )}
      </FormSelect>
    </FormGroup>
  );
}
