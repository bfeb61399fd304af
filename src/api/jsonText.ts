/** An answer's body that is JSON already, where making objects of it only to write them again would take longer. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export const toJson = (result: unknown): string =>
  result instanceof JsonText ? result.text : JSON.stringify(result)
