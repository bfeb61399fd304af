export function builtProgram(): Promise<string | null>
export function bundle(): Promise<{ text: string; inputs: string[] }>
