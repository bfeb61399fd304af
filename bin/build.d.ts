export interface File {
  name: string
  text: string
}
export function builtProgram(): Promise<string | null>
export function bundle(): Promise<{ files: File[]; inputs: string[] }>
