/** Time that passes only while a client sleeps, so that a drill with waits of seconds takes none. */
export class SleepingTime {
  #ms = 0

  readonly now = (): number => this.#ms

  readonly sleep = async (ms: number): Promise<void> => {
    this.#ms += ms
  }
}
