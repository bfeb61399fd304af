export async function replay(_file: string): Promise<boolean> {
  return false
}
