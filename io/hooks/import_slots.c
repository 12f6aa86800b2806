/*
 * Import slots of loaded ELF objects: finding them by their dynamic sections, replacing them, putting them back.
 * On processors without an entry below there are no slots, and nothing is hooked: config.m4 warns.
 */
#include "io/hooks/import_slots.h"

#include "io/hooks/linked_slots.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
# define SLOTS_KNOWN true
# define RELOC_TYPE(info) ELF64_R_TYPE(info)
# define RELOC_SYMBOL(info) ELF64_R_SYM(info)
# define IS_SLOT(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT)
#elif defined(__aarch64__)
# define SLOTS_KNOWN true
# define RELOC_TYPE(info) ELF64_R_TYPE(info)
# define RELOC_SYMBOL(info) ELF64_R_SYM(info)
# define IS_SLOT(type) ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT)
#else
# define SLOTS_KNOWN false
# define RELOC_TYPE(info) 0
# define RELOC_SYMBOL(info) 0
# define IS_SLOT(type) 0
#endif

/* One loaded object: where it lies, and its dynamic section. */
typedef struct {
	const void *address;      /* for find_object(): the object that holds this address is sought */
	uintptr_t base;           /* to be added to the addresses in its file */
	uintptr_t low;            /* its memory: from here … */
	uintptr_t high;           /* … to before here */
	uintptr_t relro_low;      /* the part that is read-only after relocation */
	uintptr_t relro_high;
	const ElfW(Dyn) *dynamic; /* NULL: statically linked */
	bool is_ours;             /* the php binary, with this extension in it. Its import slots also serve the extension's
	                           * own calls, so its linked slots are replaced instead */
} object_t;

bool async_import_slots_known(void)
{
	return SLOTS_KNOWN;
}

/* Fill in everything but `address`. */
static void describe_object(const struct dl_phdr_info *info, object_t *object)
{
	uintptr_t low = UINTPTR_MAX, high = 0;

	object->dynamic = NULL;
	object->relro_low = object->relro_high = 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + header->p_vaddr;
		if (header->p_type == PT_LOAD) {
			low = start < low ? start : low;
			high = start + header->p_memsz > high ? start + header->p_memsz : high;
		} else if (header->p_type == PT_DYNAMIC) {
			object->dynamic = (const ElfW(Dyn) *) start;
		} else if (header->p_type == PT_GNU_RELRO) {
			object->relro_low = start;
			object->relro_high = start + header->p_memsz;
		}
	}
	object->base = info->dlpi_addr;
	object->low = low;
	object->high = high;
	object->is_ours = async_is_built_in() && (uintptr_t) &describe_object >= low && (uintptr_t) &describe_object < high;
}

static int find_object(struct dl_phdr_info *info, size_t size, void *data)
{
	object_t *object = data;

	(void) size;
	describe_object(info, object);
	return (uintptr_t) object->address >= object->low && (uintptr_t) object->address < object->high
		&& (object->dynamic != NULL || object->is_ours);
}

/* The tables that the dynamic section of an object leads to. */
typedef struct {
	const ElfW(Sym) *symbols;
	const char *strings;
	const ElfW(Rela) *tables[2];   /* DT_JMPREL and DT_RELA; NULL: it has none */
	size_t sizes[2];         /* in bytes */
	size_t first[2];         /* rows before this one are no slots: the relative relocations, tens of thousands */
	size_t soname;           /* offset in strings; 0: none */
} relocations_t;

/* glibc relocates the addresses in the dynamic section, musl leaves them as offsets. */
static uintptr_t dynamic_address(const object_t *object, const ElfW(Dyn) *entry)
{
	uintptr_t address = entry->d_un.d_ptr;
	return address < object->base ? address + object->base : address;
}

/* False: the object is statically linked, or has no symbols. */
static bool read_dynamic(const object_t *object, relocations_t *out)
{
	memset(out, 0, sizeof(*out));
	if (object->dynamic == NULL) {
		return false;
	}
	for (const ElfW(Dyn) *entry = object->dynamic; entry->d_tag != DT_NULL; entry++) {
		switch (entry->d_tag) {
			case DT_SYMTAB: out->symbols = (const ElfW(Sym) *) dynamic_address(object, entry); break;
			case DT_STRTAB: out->strings = (const char *) dynamic_address(object, entry); break;
			case DT_JMPREL: out->tables[0] = (const ElfW(Rela) *) dynamic_address(object, entry); break;
			case DT_PLTRELSZ: out->sizes[0] = entry->d_un.d_val; break;
			case DT_RELA: out->tables[1] = (const ElfW(Rela) *) dynamic_address(object, entry); break;
			case DT_RELASZ: out->sizes[1] = entry->d_un.d_val; break;
#ifdef DT_RELACOUNT
			case DT_RELACOUNT: out->first[1] = entry->d_un.d_val; break;
#endif
			case DT_SONAME: out->soname = entry->d_un.d_val; break;
			default: break;
		}
	}
	return out->symbols && out->strings;
}

/* The page in which slots are being written. Slots of fully bound objects are read-only after start-up, and neighbours
 * share a page: it is made writable once, and read-only again when all its slots are written. */
typedef struct {
	void *page;      /* NULL: none */
	bool protect;    /* it was read-only */
} open_page_t;

static void close_page(open_page_t *open, size_t page_size)
{
	if (open->page && open->protect) {
		(void) mprotect(open->page, page_size, PROT_READ);   /* a page that stays writable does no harm */
	}
	open->page = NULL;
}

static bool write_slot(open_page_t *open, void **slot, void *value, bool protect)
{
	const uintptr_t page_size = (uintptr_t) sysconf(_SC_PAGESIZE);
	void *page = (void *) ((uintptr_t) slot & ~(page_size - 1));

	if (page != open->page) {
		close_page(open, page_size);
		if (mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) {
			return false;
		}
		*open = (open_page_t) { page, protect };
	}
	/* A page with other variables stays writable. */
	open->protect = open->protect && protect;
	__atomic_store_n(slot, value, __ATOMIC_RELEASE);
	return true;
}

static bool in_relro(const object_t *object, void **slot)
{
	return (uintptr_t) slot >= object->relro_low && (uintptr_t) slot < object->relro_high;
}

/* The function that a slot leads to. A slot that is not bound yet leads into its own object, to code that binds it at
 * the first call. That code must not become the original: called by the hook, it would write the function over the
 * hook. So the function is looked up by name. */
static void *function_in(const object_t *object, void **slot, const char *name)
{
	void *function = *slot;

	return !object->is_ours && (uintptr_t) function >= object->low && (uintptr_t) function < object->high
		? dlsym(RTLD_DEFAULT, name) : function;
}

/* Is another thread still loading this object? A slot holds an offset in the file until the loader has been there. */
static bool is_unrelocated(const object_t *object, void **slot)
{
	return object->base != 0 && (uintptr_t) *slot < object->high - object->base;
}

/* The function that is called for each slot with a hook. */
typedef void (*slot_fn)(const object_t *object, async_import_hook_t *hook, void **slot, void *context);

/* The slots of a php binary that async is built into: all are known, none has to be searched for. */
static bool each_linked_slot(const object_t *object, async_import_find_fn find, const void *which, slot_fn fn,
	void *context)
{
	size_t count;
	const async_linked_slot_t *slots = async_linked_slots(&count);

	for (size_t i = 0; i < count; i++) {
		async_import_hook_t *hook = find(slots[i].name, which);
		if (hook) {
			fn(object, hook, slots[i].slot, context);
		}
	}
	return count > 0;
}

/* Call fn for each slot of the object that has a hook. False: the object has no imports at all. */
static bool each_slot(const object_t *object, async_import_find_fn find, const void *which, slot_fn fn, void *context)
{
	relocations_t relocations;

	if (object->is_ours) {
		return each_linked_slot(object, find, which, fn, context);
	}
	if (!read_dynamic(object, &relocations)) {
		return false;
	}
	for (size_t t = 0; t < 2; t++) {
		const ElfW(Rela) *table = relocations.tables[t];
		for (size_t i = relocations.first[t]; table && i < relocations.sizes[t] / sizeof(*table); i++) {
			if (!IS_SLOT(RELOC_TYPE(table[i].r_info))) {
				continue;
			}
			const char *name = relocations.strings + relocations.symbols[RELOC_SYMBOL(table[i].r_info)].st_name;
			async_import_hook_t *hook = find(name, which);
			if (hook) {
				fn(object, hook, (void **) (object->base + table[i].r_offset), context);
			}
		}
	}
	return relocations.tables[0] || relocations.tables[1];
}

typedef struct {
	open_page_t open;
	bool any;         /* a slot was replaced */
} replacing_t;

/* Replace no slot twice, and none of another tool: after the first slot, only slots with the same original are
 * replaced. */
static void replace(const object_t *object, async_import_hook_t *hook, void **slot, void *context)
{
	replacing_t *replacing = context;
	void *original = function_in(object, slot, hook->name);

	if (hook->is_off || is_unrelocated(object, slot) || original == NULL || original == hook->replacement
		|| (hook->is_bound && original != *hook->original)) {
		return;
	}
	/* Published before the slot: another thread may call through the slot at once, and the hook needs the original. */
	__atomic_store_n(hook->original, original, __ATOMIC_RELEASE);
	hook->is_bound = true;
	if (write_slot(&replacing->open, slot, hook->replacement, in_relro(object, slot))) {
		hook->slots++;
		replacing->any = true;
	}
}

bool async_import_slots_install(const void *address, async_import_find_fn find, const void *which)
{
	object_t object = { .address = address };
	replacing_t replacing = {0};

	if (!dl_iterate_phdr(find_object, &object) || !each_slot(&object, find, which, replace, &replacing)) {
		return false;
	}
	close_page(&replacing.open, (size_t) sysconf(_SC_PAGESIZE));
	return replacing.any;
}

typedef struct {
	async_import_seen_fn fn;
	void *context;
} scan_t;

static void report_slot(const object_t *object, async_import_hook_t *hook, void **slot, void *context)
{
	const scan_t *scan = context;
	const void *function = function_in(object, slot, hook->name);

	scan->fn(hook, *hook->original && function != *hook->original && function != hook->replacement, scan->context);
}

bool async_import_slots_scan(
	const void *address, async_import_find_fn find, const void *which, async_import_seen_fn fn, void *context)
{
	object_t object = { .address = address };
	scan_t scan = { fn, context };

	return dl_iterate_phdr(find_object, &object) && each_slot(&object, find, which, report_slot, &scan);
}

typedef struct {
	async_import_library_fn fn;
	void *context;
} libraries_t;

static int call_for_library(struct dl_phdr_info *info, size_t size, void *data)
{
	const libraries_t *libraries = data;
	object_t object = {0};
	relocations_t relocations;

	(void) size;
	describe_object(info, &object);
	if (read_dynamic(&object, &relocations) && relocations.soname) {
		libraries->fn(relocations.strings + relocations.soname, (const void *) object.low, libraries->context);
	}
	return 0;
}

void async_import_slots_each_library(async_import_library_fn fn, void *context)
{
	libraries_t libraries = { fn, context };

	dl_iterate_phdr(call_for_library, &libraries);
}

typedef struct {
	async_import_need_fn fn;
	void *context;
} needs_t;

static int call_for_needs(struct dl_phdr_info *info, size_t size, void *data)
{
	const needs_t *needs = data;
	object_t object = {0};
	relocations_t relocations;
	const char *soname;

	(void) size;
	describe_object(info, &object);
	if (!read_dynamic(&object, &relocations)) {
		return 0;
	}
	soname = relocations.soname ? relocations.strings + relocations.soname : NULL;
	needs->fn((const void *) object.low, soname, NULL, needs->context);
	for (const ElfW(Dyn) *entry = object.dynamic; entry->d_tag != DT_NULL; entry++) {
		if (entry->d_tag == DT_NEEDED) {
			needs->fn((const void *) object.low, soname, relocations.strings + entry->d_un.d_val, needs->context);
		}
	}
	return 0;
}

void async_import_slots_each_need(async_import_need_fn fn, void *context)
{
	needs_t needs = { fn, context };

	dl_iterate_phdr(call_for_needs, &needs);
}

const char *async_import_slots_soname(const void *address)
{
	object_t object = { .address = address };
	relocations_t relocations;

	return dl_iterate_phdr(find_object, &object) && read_dynamic(&object, &relocations) && relocations.soname
		? relocations.strings + relocations.soname : NULL;
}

const char *async_import_slots_object(const void *address)
{
	Dl_info info;

	return dladdr(address, &info) && info.dli_fname && *info.dli_fname ? info.dli_fname : "php";
}

static int read_unloads(struct dl_phdr_info *info, size_t size, void *data)
{
	unsigned long long *unloads = data;

	if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof(info->dlpi_subs)) {
		*unloads = info->dlpi_subs;
	}
	return 1;   /* stop: the count is the same in all objects */
}

unsigned long long async_import_slots_unloads(void)
{
	unsigned long long unloads = 0;

	dl_iterate_phdr(read_unloads, &unloads);
	return unloads;
}

/* ---- every object of the process ---- */

typedef struct {
	async_import_find_fn find;
	slot_fn visit;
	void *context;
} visit_t;

static int visit_object(struct dl_phdr_info *info, size_t size, void *data)
{
	const visit_t *visit = data;
	object_t object = {0};

	(void) size;
	describe_object(info, &object);
	each_slot(&object, visit->find, NULL, visit->visit, visit->context);
	return 0;
}

static void visit_objects(async_import_find_fn find, slot_fn visit, void *context)
{
	dl_iterate_phdr(visit_object, &(visit_t) { find, visit, context });
}

static void count(const object_t *object, async_import_hook_t *hook, void **slot, void *context)
{
	(void) object;
	(void) context;
	if (*slot == hook->replacement && hook->is_bound) {
		hook->slots++;
	}
}

void async_import_slots_count(async_import_find_fn find)
{
	visit_objects(find, count, NULL);
}

static void put_back(const object_t *object, async_import_hook_t *hook, void **slot, void *context)
{
	(void) object;
	if (*slot == hook->replacement && hook->is_bound) {
		/* The page stays writable, which does no harm at the end of the process. */
		(void) write_slot(context, slot, *hook->original, false);
		hook->slots--;
	}
}

void async_import_slots_restore(async_import_find_fn find)
{
	open_page_t open = {0};

	visit_objects(find, put_back, &open);
}
