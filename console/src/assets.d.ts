/** The class names of a CSS module. test/console/styles.test.ts checks that each one used is defined. */
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export default names
}

/** Other style sheets are imported for their effect only. */
declare module '*.css' {}
