/** What the documents leave open. Each switch has the value a Java plug-in would naturally have, and others that somebody else could choose. */
export const choices = {
  // All three interfaces
  errorBody: { natural: 'errorMessages', others: ['message', 'text', 'empty'], what: 'body of a refusal' },
  unknownIdBody: { natural: 'error', others: ['empty'], what: 'body of a 404 for an id, key or name that does not exist' },
  mediaType: { natural: 'refused', others: ['ignored'], what: 'a body of another media type than JSON: 415, or read all the same' },
  looseTypes: { natural: 'read', others: ['refused'], what: '"true" as boolean, "5" as number, 5 as text in a body' },
  nullInList: { natural: 'skipped', others: ['refused'], what: 'null as element of a list in a body' },
  unknownProperties: { natural: 'ignored', others: ['refused'], what: 'properties of a body that the documents do not name' },
  permissionRefusal: { natural: 403, others: [401], what: 'status when the caller lacks a permission' },
  extraProperties: { natural: false, others: [true], what: 'answers carry further, undocumented properties' },
  keyCase: { natural: 'exact', others: ['any'], what: 'letter case of project keys at the interfaces of the extensions' },

  // The tracker
  searchDelay: { natural: 0, others: [500], what: 'milliseconds until a search sees a new issue' },
  clearsCookieOnFailure: { natural: false, others: [true], what: 'a failed login ends the session whose cookie came along' },

  // Default templates
  defaultTemplatePermission: { natural: 'administrator', others: ['projectAdministrator', 'anyone'], what: 'who may use the interface' },
  unknownTemplateList: { natural: 'emptyList', others: ['notFound'], what: 'list of the entries of a template that does not exist' },
  unknownTemplateCreate: { natural: 404, others: [400], what: 'status of a creation for a template that does not exist' },
  unknownProjectInBody: { natural: 400, others: [404], what: 'status of a creation that names a project that does not exist' },
  unknownProjectInFilter: { natural: 'matchesNothing', others: ['refused'], what: 'a filter naming a project that does not exist' },
  typeOutsideProject: { natural: 'refused', others: ['skipped', 'taken'], what: 'creation for an issue type or request type that the project does not have' },
  deskIssueTypes: { natural: 'taken', others: ['refused'], what: 'entries for issue types of a service desk' },
  secondTemplate: { natural: 'bothStand', others: ['replaces', 'refused'], what: 'a second template for the same project and type: both, the new one, or 409' },
  sameEntryAgain: { natural: 'kept', others: ['renewed', 'refused'], what: 'the same entry created again: kept, a new id, or 409' },
  createStatus: { natural: 200, others: [201], what: 'status of a creation of entries' },
  echoShape: { natural: 'asSent', others: ['perProject', 'perKind'], what: 'items of the echo: as sent, one a project, or one a project and kind' },
  echoEmptyLists: { natural: 'absent', others: ['empty'], what: 'a kind of types that an item of the echo does not have' },
  itemWithoutTypes: { natural: 'refused', others: ['nothing'], what: 'creation by an item without types' },
  filterWithoutTypes: { natural: 'wholeProject', others: ['nothing'], what: 'a filter item that names a project only' },
  emptyFilter: { natural: 'everything', others: ['nothing'], what: 'a filter or removal whose defaults is missing, null or empty' },
  removalWithBody: { natural: 'DELETE /template/{t}', others: ['POST /template/{t}/delete'], what: 'method and path of the removal with a body' },
  removalOfNothing: { natural: 'zero', others: ['notFound'], what: 'a removal that matches no entry' },
  undefinedTransitions: { natural: 'absent', others: ['empty'], what: 'transitions of an entry for which none were stored' },
  clearedTransitions: { natural: 'empty', others: ['absent'], what: 'transitions of an entry after they were removed' },
  transitionElement: { natural: 'flat', others: ['nested', 'idsOnly', 'screenOnly'], what: 'properties of an element of transitions' },
  bulkUnknownKey: { natural: 'errorMessages', others: ['skippedProjects', 'ignored', 'refused'], what: 'an included key that no project has' },
  includedAndIgnored: { natural: 'ignored', others: ['included', 'refused'], what: 'a project key in both lists of a bulk call' },
  ignoredProjects: { natural: 'unlisted', others: ['skippedProjects'], what: 'ignored projects that have entries, in the answer of a bulk call' },
  otherTransition: { natural: 'itsScreen', others: ['notFound', 'badRequest'], what: 'POST /transition/{n} with another number than 1' },
  bulkRemovalOfNothing: { natural: 'counted', others: ['notCounted'], what: 'entries without stored screens in the counts of a bulk removal' },
  twoDefaults: { natural: 'newest', others: ['oldest'], what: 'which of two default templates of a type fills an issue in' },
  defaultsWithoutPostFunction: { natural: 'notApplied', others: ['emptyFields'], what: 'a default template in a project without the post function' },
  templateFieldReads: { natural: 'text', others: ['number'], what: 'type of the Template field when an issue is read' },

  // Directory sync
  userWithoutValue: { natural: 'empty', others: ['absent'], what: 'an attribute for which the user has no value' },
  connectionWithoutUser: { natural: 'leftOut', others: ['emptyObject'], what: 'a connection that does not have the user, in the attributes of all' },
  firstPage: { natural: 1, others: [0], what: 'number of the first page' },
  outOfRangePage: { natural: 'requested', others: ['last', 'notFound'], what: 'a page after the last one' },
  invalidPaging: { natural: 'default', others: ['refused'], what: 'page or size that is no number or too small' },
  maxPageSize: { natural: 0, others: [100, 50], what: 'largest page size, 0 for no limit' },
  userOrder: { natural: 'name', others: ['insertion'], what: 'order of the elements of a user page' },
  severalValues: { natural: 'both', others: ['comma', 'repeated'], what: 'how several values of a filter are passed' },
  fieldsFilter: { natural: 'fields', others: ['fieldNames', 'attributes'], what: 'name of the filter on attributes' },
  namesAndKeys: { natural: 'union', others: ['intersection'], what: 'usernames and userkeys in one call' },
  namesMatchKeys: { natural: false, others: [true], what: 'usernames also match user keys, and userkeys names' },
  unknownUser: { natural: 'notFound', others: ['emptyObject'], what: 'a user that does not exist or is not in the connection' },
  unknownConnection: { natural: 'notFound', others: ['emptyObject'], what: 'a connection that does not exist or is not enabled' },
  unknownAttribute: { natural: 'notFound', others: ['emptyObject', 'emptyText'], what: 'an attribute that the connection does not have' },
  updateAnswer: { natural: 'empty200', others: ['empty204', 'count', 'elements'], what: 'answer of PUT /update' },
  updateUnknownUser: { natural: 'refused', others: ['skipped'], what: 'PUT /update for a user who is not in the connection' },
  updateUnknownField: { natural: 'refused', others: ['skipped'], what: 'PUT /update of an attribute the connection does not have' },
  updateAccount: { natural: false, others: [true], what: 'PUT /update of mail or displayName changes the account of the user too' },
  updateByName: { natural: 'refused', others: ['done'], what: 'PUT /update with the name of a connection as connectionId, or of a user as userKey' },

  // Test management
  previousPattern: { natural: '/rest/tms/1.0', others: ['/rest/testflo/1.0'], what: 'base path of the previous URL pattern' },
  stepsRowsIn: { natural: 'stepsRows', others: ['rows', 'plainArray'], what: 'where the rows stand in the value of the Steps field' },
  stepsValueExtras: { natural: 'none', others: ['full'], what: 'version, columns and statuses beside the rows' },
  rowExtras: { natural: 'none', others: ['full'], what: 'renderedCells and defects of a row' },
  rowStatus: { natural: 'object', others: ['named', 'text'], what: 'status of a step row' },
  emptySteps: { natural: 'null', others: ['noRows'], what: 'the Steps field of an issue without steps' },
  rowAttachmentsIn: { natural: 'attachments', others: ['files'], what: 'property of a row that holds its attachments' },
  rowAttachmentId: { natural: 'number', others: ['text'], what: 'id of an attachment in a row' },
  rowAttachmentsOnIssue: { natural: true, others: [false], what: 'attachments of steps are in the attachment field of the issue too' },
  rowComments: { natural: 'objects', others: ['texts', 'bodies'], what: 'comments of a row: objects, plain texts, or objects under stepComments' },
  stepCommentOnIssue: { natural: false, others: [true], what: 'a comment of a step is a comment of the issue too' },
  stepAnswer: { natural: 'empty200', others: ['empty204', 'row', 'message'], what: 'answer of a change of steps' },
  uploadAnswer: { natural: 'list200', others: ['list201', 'empty204', 'empty200'], what: 'answer of an upload to a step' },
  uploadToken: { natural: 'required', others: ['notRequired'], what: 'X-Atlassian-Token on an upload to a step' },
  rowOutOfRange: { natural: 400, others: [404], what: 'status for a row or column that is not there' },
  stepStatusCase: { natural: 'exact', others: ['any'], what: 'letter case of step status names' },
  templateStepStatus: { natural: 'refused', others: ['taken'], what: 'status of a step of a test case template' },
  groupCells: { natural: 'refused', others: ['taken'], what: 'cells of a group row beyond its name' },
  rowsRewritten: { natural: 'reset', others: ['keptIfEqual'], what: 'status, comments and attachments of rows when an edit writes the Steps field' },
  requirementShape: { natural: 'keys', others: ['objects', 'text'], what: 'value of the Requirement field' },
  caseWithoutSteps: { natural: 'none', others: ['fromTemplate'], what: 'steps of a case created with a template but without steps' },
  idLists: { natural: 'numbers', others: ['texts'], what: 'elements of the lists of test case ids and template ids' },
  copyAnswer: { natural: 'testPlans', others: ['array', 'object', 'byKey'], what: 'shape of the answer of a copy' },
  additionsAnswer: { natural: 'testPlans', others: ['keys', 'byKey', 'testCaseKeys'], what: 'shape of the answer of additions' },
  writeStatus: { natural: 200, others: [201], what: 'status of a copy and of additions' },
  asyncStatus: { natural: 200, others: [202], what: 'status of an asynchronous copy and of asynchronous additions' },
  asyncDelay: { natural: 50, others: [0, 300], what: 'milliseconds until an asynchronous call creates its issues' },
  asyncCopyPlan: { natural: 'atOnce', others: ['later'], what: 'when an asynchronous copy creates the plan: in the call, which then names it, or later' },
  copySummary: { natural: 'same', others: ['prefixed'], what: 'summary of the copy of a plan' },
  copyPlanFields: { natural: 'all', others: ['summary'], what: 'fields that the copy of a plan takes over' },
  copyStepState: { natural: 'reset', others: ['kept'], what: 'step statuses of cases copied from cases' },
  copiedCaseTemplate: { natural: 'named', others: ['none'], what: 'the template of a case copied from a case' },
  testCaseTemplateReads: { natural: 'key', others: ['object'], what: 'the TC Template field when an issue is read' },
  otherCopyIds: { natural: 'taken', others: ['ignored'], what: 'issueIds with templates at a copy of cases, and with cases at a copy of templates' },
  chosenTemplateOfTwo: { natural: 'forEachCase', others: ['once'], what: 'a template of two cases in issueIds' },
  otherColumnCount: { natural: 'fitted', others: ['asIs'], what: 'cells of cases made in a project with another number of columns' },
  copyProjects: { natural: 'keysOrIds', others: ['keys'], what: 'elements of projects at a copy' },
  unknownCopyIds: { natural: 'ignored', others: ['refused'], what: 'issueIds that are no case or template of the plan' },
  emptyCopyIds: { natural: 'all', others: ['none'], what: 'issueIds as an empty list' },
  unknownStrategy: { natural: 'refused', others: ['default'], what: 'a copyStrategy that the document does not name' },
  missingCreateStatus: { natural: 403, others: [400, 200, 207], what: 'status when Create Issues is missing' },
  missingCreatePlans: { natural: 'none', others: ['allowed'], what: 'what is done when Create Issues is missing for some of the plans' },
  additionOrder: { natural: 'asNamed', others: ['reversed'], what: 'order of the cases that one addition makes' },
  addedAgain: { natural: 'again', others: ['skipped'], what: 'a template that the plan has already' },
  rowCommentOrder: { natural: 'oldestFirst', others: ['newestFirst'], what: 'order of the comments of a row' },
  caseFields: { natural: 'all', others: ['summary'], what: 'fields beside the steps that a case takes over from its template or source' },
} as const;

type Named = typeof choices;
type Widen<T> = T extends boolean ? boolean : T;
export type Choices = { [N in keyof Named]: Widen<Named[N]['natural']> | Widen<Named[N]['others'][number]> };
type ChoiceName = keyof Named;

const isName = (name: string): name is ChoiceName => name in choices;

/** Natural values, with some of them replaced; a name or value that does not exist is a mistake. */
export function resolveChoices(some: Readonly<Record<string, unknown>> = {}): Choices {
  const resolved: Record<string, unknown> = {};
  for (const [name, { natural }] of Object.entries(choices)) resolved[name] = natural;
  for (const [name, value] of Object.entries(some)) {
    if (!isName(name)) throw new Error(`no choice is named ${name}`);
    const allowed: readonly unknown[] = [choices[name].natural, ...choices[name].others];
    if (!allowed.includes(value)) throw new Error(`choice ${name} cannot be ${JSON.stringify(value)}; it can be ${JSON.stringify(allowed)}`);
    resolved[name] = value;
  }
  return resolved as Choices;
}
