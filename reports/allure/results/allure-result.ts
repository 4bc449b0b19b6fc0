/** As much of a result as the reports change, in the words of Allure's own format. */
export interface AllureResult extends AllureStep {
  readonly uuid: string;
  description?: string;
  labels: { readonly name: string; readonly value: string }[];
  links: { readonly name: string; readonly url: string; readonly type: string }[];
}

/** A step of a result; what has no `start` came about at its end, such as an attachment. */
export interface AllureStep {
  name: string;
  status: string;
  statusDetails?: {
    readonly message?: string;
    readonly trace?: string;
    readonly known?: boolean;
    readonly muted?: boolean;
  };
  readonly stage: string;
  steps: AllureStep[];
  attachments: AllureAttachment[];
  parameters: AllureParameter[];
  start?: number;
  readonly stop?: number;
}

export interface AllureAttachment {
  readonly name: string;
  readonly type: string;
  readonly source: string;
}

/** A name with a value; `excluded` keeps results with another value in the same history. */
export interface AllureParameter {
  readonly name: string;
  readonly value: string;
  readonly excluded?: boolean;
}
