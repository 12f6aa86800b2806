// Configuration of VitePress for the documentation's site (tools/site).
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const pages = join(here, '../pages')
const base = process.env.SITE_BASE || '/'

/* The first heading of a page. */
function title(page) {
  return readFileSync(join(pages, page), 'utf8').match(/^# (.*)$/m)[1].replaceAll('`', '')
}

/* Pages in the order of navigation.json. */
const groups = JSON.parse(readFileSync(join(here, 'navigation.json'), 'utf8')).map(group => ({
  text: group.title,
  collapsed: false,
  items: Object.entries(group.pages).map(([page, text]) => ({ text, link: '/' + page.replace(/index$/, '') })),
}))

/* A page that the list does not have stands at the end of the guides, under its title. */
const listed = new Set(groups.flatMap(group => group.items.map(item => item.link)))
for (const file of readdirSync(pages).filter(file => file.endsWith('.md') && file !== 'index.md')) {
  const link = '/' + file.replace(/\.md$/, '')
  if (!listed.has(link)) {
    groups.find(group => group.text === 'Guides').items.push({ text: title(file), link })
  }
}

/* The reference has a sidebar of its own: one group for each kind of name. */
function referenceGroup(folder, text) {
  const items = readdirSync(join(pages, 'reference', folder)).map(file => {
    return { text: title(`reference/${folder}/${file}`), link: `/reference/${folder}/${file.replace(/\.md$/, '')}` }
  })
  const depth = item => item.text.includes('\\') ? 1 : 0
  items.sort((a, b) => depth(a) - depth(b) || a.text.localeCompare(b.text, 'en'))
  return { text, collapsed: false, items }
}

const reference = [
  { text: 'Reference', items: [
    { text: 'All names', link: '/reference/' },
    { text: 'Settings', link: '/settings' },
    { text: 'Back to the guides', link: '/' },
  ] },
  referenceGroup('functions', 'Functions'),
  referenceGroup('classes', 'Classes'),
  referenceGroup('exceptions', 'Exceptions'),
]

/* Anchors as hosts of Git make them from headings, so that one link is right in both. */
function slug(title) {
  return title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
}

export default {
  title: 'async',
  description: 'Coroutines for stock PHP: ordinary blocking code runs concurrently',
  lang: 'en',
  base,
  srcDir: 'pages',
  outDir: 'out',
  cacheDir: 'cache',
  // No icon: browsers ask for one otherwise.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    // Documents are plain Markdown: what looks like HTML or like a template in their text is text.
    html: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    anchor: { slugify: slug },
    languageAlias: { neon: 'yaml' },
    config(md) {
      // Indented code looks, and scrolls, as fenced code does.
      md.core.ruler.push('indented_code', state => {
        for (const token of state.tokens.filter(token => token.type === 'code_block')) {
          Object.assign(token, { type: 'fence', info: 'txt', markup: '```' })
        }
      })
      md.renderer.rules.text = (tokens, i) => md.utils.escapeHtml(tokens[i].content).replaceAll('{{', '&#123;&#123;')
      // Wide tables scroll in a box of their own.
      md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n'
      md.renderer.rules.table_close = () => '</table></div>\n'
    },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Guides', link: '/coroutines' },
      { text: 'Recipes', link: '/cookbook' },
      { text: 'Reference', link: '/reference/' },
    ],
    sidebar: { '/reference/': reference, '/': groups },
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    docFooter: { prev: 'Before', next: 'Next' },
  },
}
