import { ActionList, ActionListItem, Alert, Button, TextArea } from '@patternfly/react-core';
import { useState } from 'react';
import { parse, stringify } from 'yaml';
import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { useApplication } from '../../hooks/use-application.ts';

export interface YamlEditorProps {
  readonly resource: DiscoveredResource;
  /** The live object that is edited; undefined where a new one is written. */
  readonly object?: ApiObject | undefined;
  /** The text that a new object starts from. */
  readonly template?: string;
  /** Called with the object as the server has stored it. */
  readonly onSaved: (object: ApiObject) => void;
}

/** Without managed fields: they are not written by hand. */
const textOf = (object: ApiObject): string => {
  const { managedFields: _, ...metadata } = object.metadata;
  return stringify({ ...object, metadata });
};

/** Shows an object as YAML and saves what is made of it. */
export function YamlEditor({ resource, object, template = '', onSaved }: YamlEditorProps) {
  const { client } = useApplication();
  const [text, setText] = useState(() => (object ? textOf(object) : template));
  const [failure, setFailure] = useState('');
  const save = async () => {
    try {
      const written = parse(text) as ApiObject;
      const { group, version, resource: plural } = resource;
      const { namespace, name } = object?.metadata ?? written.metadata;
      const collection = { group, version, resource: plural, ...(namespace ? { namespace } : {}) };
      const saved = object
        ? await client.update({ ...collection, name: name ?? '' }, written, { fieldManager: 'tabplane' })
        : await client.create(collection, written, { fieldManager: 'tabplane' });
      setFailure('');
      onSaved(saved);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="tp-yaml">
      {failure !== '' && (
        <Alert variant="danger" isInline title="Not saved" component="h2">
          {failure}
        </Alert>
      )}
      <TextArea
        value={text}
        onChange={(_, value) => setText(value)}
        aria-label="YAML"
        className="tp-yaml-text"
        spellCheck={false}
        resizeOrientation="none"
      />
      <ActionList>
        <ActionListItem>
          <Button onClick={() => void save()}>{object ? 'Save' : 'Create'}</Button>
        </ActionListItem>
        {object && (
          <ActionListItem>
            <Button variant="link" onClick={() => setText(textOf(object))}>
              Reload
            </Button>
          </ActionListItem>
        )}
      </ActionList>
    </div>
  );
}
