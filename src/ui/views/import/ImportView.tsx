import { errorText } from '../../../api/error-text.ts';
import './import.css';
import {
  Alert,
  Button,
  FileUpload,
  Form,
  FormGroup,
  List,
  ListItem,
  PageSection,
  Radio,
  Switch,
} from '@patternfly/react-core';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { whatWouldRun } from '../../state/consent/what-would-run.ts';
import { DIALECTS } from '../../state/dialect-names.ts';
import { ImportedObjectsLink } from './ImportedObjectsLink.tsx';
import { ImportTable } from './ImportTable.tsx';
import { type ImportState, isImportable, useImport } from './use-import.ts';

/** Imports a YAML file after showing the planned actions. */
export function ImportView() {
  const state = useImport();
  return (
    <>
      <ViewHeader
        title="Import objects"
        description="Open, drop or paste YAML or JSON. Nothing is stored until you start the import."
      />
      <PageSection isFilled hasBodyWrapper={false} className="tp-import">
        <FileUpload
          id="import-file"
          type="text"
          value={state.text}
          filename={state.fileName}
          filenamePlaceholder="Drop a file here or open one"
          textAreaPlaceholder="Or paste YAML here"
          browseButtonText="Open file"
          aria-label="YAML to import"
          allowEditingUploadedText
          isReadOnly={state.isRunning}
          onFileInputChange={(_, file) => void file.text().then((text) => state.setText(text, file.name))}
          onTextChange={(_, text) => state.setText(text)}
          onClearClick={() => state.setText('')}
        />
        {state.text.trim() !== '' && <ImportPlan state={state} />}
      </PageSection>
    </>
  );
}

function ImportPlan({ state }: { readonly state: ImportState }) {
  const { entries, exists, isRunning, isReady, isDone, failed, run } = state;
  const bad = entries.filter((entry) => !isImportable(entry)).length;
  const present = entries.filter((entry) => isImportable(entry) && exists(entry.object)).length;
  const count = entries.length - bad;
  return (
    <>
      {state.error !== undefined && (
        <Alert
          component="h2"
          variant="danger"
          isInline
          title={`The cluster could not be read: ${errorText(state.error)}`}
        />
      )}
      {state.isForeign && <DialectNotice state={state} />}
      {!isDone && <RunNotice effects={whatWouldRun(entries.flatMap(({ object }) => object ?? []))} />}
      {present > 0 && !isDone && <ExistingChoice state={state} present={present} />}
      {bad > 0 && (
        <Alert
          component="h2"
          variant="warning"
          isInline
          title={`${bad === 1 ? '1 document cannot' : `${bad} documents cannot`} be imported. Correct the text, or import only the other objects.`}
        />
      )}
      <div className="tp-import-actions">
        {isDone && failed.length > 0 ? (
          <Button onClick={() => void run((index) => failed.includes(index))}>
            Retry {failed.length === 1 ? '1 object' : `${failed.length} objects`}
          </Button>
        ) : (
          <Button
            isDisabled={!isReady || isRunning || isDone || count === 0}
            isLoading={isRunning}
            onClick={() => void run()}
          >
            Import {count === 1 ? '1 object' : `${count.toLocaleString('en')} objects`}
          </Button>
        )}
        {isDone && (
          <>
            <ImportedObjectsLink state={state} />
            <Button variant="link" onClick={() => state.setText('')}>
              Start another import
            </Button>
          </>
        )}
      </div>
      <ImportTable state={state} />
    </>
  );
}

/** Lists, before the import, the code that the objects run and the calls that they cause. */
function RunNotice({ effects }: { readonly effects: readonly string[] }) {
  if (effects.length === 0) return null;
  return (
    <Alert component="h2" variant="warning" isInline title="If you import these objects, code runs or calls are sent:">
      <List>
        {effects.map((effect) => (
          <ListItem key={effect}>{effect}</ListItem>
        ))}
      </List>
    </Alert>
  );
}

function DialectNotice({
  state: { dialect, rewrites, isDone, isRunning, setRewrites },
}: {
  readonly state: ImportState;
}) {
  const other = dialect === 'cluster' ? 'kubernetes' : 'cluster';
  return (
    <Alert
      component="h2"
      variant="info"
      isInline
      title={`This text uses ${DIALECTS[other].inSentence}; this cluster uses ${DIALECTS[dialect].inSentence}.`}
    >
      <Switch
        id="import-rewrite"
        label={`Rewrite API groups, labels and annotations, for example ${DIALECTS[other].example} to ${DIALECTS[dialect].example}`}
        isChecked={rewrites}
        isDisabled={isRunning || isDone}
        onChange={(_, isChecked) => setRewrites(isChecked)}
      />
    </Alert>
  );
}

function ExistingChoice({ state, present }: { readonly state: ImportState; readonly present: number }) {
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <FormGroup
        role="radiogroup"
        isInline
        label={present === 1 ? '1 object already exists' : `${present} objects already exist`}
        fieldId="import-existing"
      >
        <Radio
          id="import-keep"
          name="import-existing"
          label="Keep existing objects"
          isChecked={!state.updatesExisting}
          onChange={() => state.setUpdatesExisting(false)}
        />
        <Radio
          id="import-update"
          name="import-existing"
          label="Update existing objects (server-side apply)"
          isChecked={state.updatesExisting}
          onChange={() => state.setUpdatesExisting(true)}
        />
      </FormGroup>
    </Form>
  );
}
