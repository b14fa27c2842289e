import { Button, Checkbox } from '@patternfly/react-core';
import { useMemo, useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import type { ApiObject } from '../../../api/object.ts';
import { isSecret } from '../../../client/manifests/clean-objects.ts';
import { CopyableCode } from '../../components/text/CopyableCode.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { download } from '../../state/download.ts';
import { exportFileName, objectCount } from '../../state/objects/export-file.ts';
import type { ExportForm } from '../../state/objects/export-selection.ts';
import { shareHash } from '../../state/share-link.ts';
import { objectText } from '../yaml/yaml-documents.ts';

interface ExportActionsProps {
  /** In import order. */
  readonly objects: readonly ApiObject[];
  readonly form: ExportForm;
}

/** Saves the selected objects as a file or a share link. */
export function ExportActions({ objects, form }: ExportActionsProps) {
  const { clusters, notifications, platform } = useApplication();
  const discovery = useDiscovery();
  const [sharesSecrets, setSharesSecrets] = useState(false);
  const [link, setLink] = useState<{ readonly yaml: string; readonly url: string }>();
  const { notify } = notifications.getState();
  const name = clusters?.getState().shown.name ?? 'cluster';
  const secrets = objects.filter(isSecret).length;
  const shared = useMemo(
    () => (sharesSecrets ? objects : objects.filter((object) => !isSecret(object))),
    [objects, sharesSecrets],
  );
  /** Hides a link of an earlier selection. */
  const isCurrent = useMemo(() => link?.yaml === yamlOf(shared, form), [link, shared, form]);
  const save = () => {
    const fileName = exportFileName(name, platform.clock);
    download(fileName, yamlOf(objects, form), 'application/yaml');
    notify('success', `Saved ${objectCount(objects.length)} as ${fileName}`);
  };
  const createLink = async () => {
    try {
      const yaml = yamlOf(shared, form);
      const hash = await shareHash({ name, dialect: dialectOf(discovery), yaml });
      setLink({ yaml, url: `${location.origin}/${hash}` });
    } catch (error) {
      notify('danger', 'The link could not be created', errorText(error));
    }
  };
  return (
    <div className="tp-export-actions">
      <Button isDisabled={objects.length === 0} onClick={save}>
        Save {objectCount(objects.length)} as YAML
      </Button>
      <Button
        variant="secondary"
        isDisabled={shared.length === 0 || form === 'exact'}
        onClick={() => void createLink()}
      >
        Create share link
      </Button>
      {secrets > 0 && form === 'clean' && (
        <Checkbox
          id="share-secrets"
          label={`Include ${secrets === 1 ? '1 secret' : `${secrets} secrets`} in the link`}
          description={
            sharesSecrets
              ? 'Anyone with the link can read them, including from browser histories and chat logs.'
              : 'The link leaves out secrets. The file includes them.'
          }
          isChecked={sharesSecrets}
          onChange={(_, isChecked) => setSharesSecrets(isChecked)}
        />
      )}
      {link && isCurrent && (
        <div className="tp-share-link">
          <CopyableCode label="Share link">{link.url}</CopyableCode>
          <p className="tp-subtle">
            The link contains {objectCount(shared.length)}. Opening it creates a new cluster in the recipient’s browser;
            nothing is sent to a server.
          </p>
        </div>
      )}
      {form === 'exact' && <span className="tp-subtle">Share links support clean exports only.</span>}
    </div>
  );
}

const yamlOf = (objects: readonly ApiObject[], form: ExportForm): string =>
  objects.map((object) => objectText(object, form === 'exact')).join('---\n');
