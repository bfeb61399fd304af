/** Signs in as the first person of a new store, through the page that its set-up link opens. */
import type { BrowserContext } from 'playwright-core'

export async function signUp(context: BrowserContext, link: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(link)
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('New password').fill('a password for the benchmark')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  await page.close()
}
