#include "syntax/find_suspend.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>
#include <string.h>

#define WORD "suspend"
#define WORD_LENGTH (sizeof(WORD) - 1)

/* Of all pairs of the word's letters, u and the p two behind it are the rarest in PHP sources: one in 5,000 bytes. */
#define FIRST 1
#define SECOND 3

/* Look at each place of 32 bytes where the two letters are. */
__attribute__((target("avx2"))) static bool look_closer(const char *at, const char *last, unsigned int places)
{
	for (; places; places &= places - 1) {
		const char *word = at + __builtin_ctz(places);

		if (word <= last && memcmp(&word[1], &WORD[1], WORD_LENGTH - 1) == 0
			&& async_may_end_statement(word + WORD_LENGTH, last + WORD_LENGTH)) {
			return true;
		}
	}
	return false;
}

/* Places of the two letters among the 32 bytes from `at` on. Reads 3 bytes more. */
__attribute__((target("avx2"))) static inline __m256i match(const char *at, __m256i first, __m256i second)
{
	const __m256i one = _mm256_loadu_si256((const __m256i *) (at + FIRST));
	const __m256i two = _mm256_loadu_si256((const __m256i *) (at + SECOND));

	return _mm256_and_si256(_mm256_cmpeq_epi8(one, first), _mm256_cmpeq_epi8(two, second));
}

__attribute__((target("avx2"))) static bool find(const char *source, size_t length)
{
	const __m256i first = _mm256_set1_epi8(WORD[FIRST]);
	const __m256i second = _mm256_set1_epi8(WORD[SECOND]);
	const char *at = source;
	const char *last = source + length - WORD_LENGTH;

	if (length < WORD_LENGTH) {
		return false;
	}
	while (at <= last) {
		/* Eight at a time, as long as there are so many. */
		for (; last - at >= 256; at += 256) {
			const __m256i a = _mm256_or_si256(match(at, first, second), match(at + 32, first, second));
			const __m256i b = _mm256_or_si256(match(at + 64, first, second), match(at + 96, first, second));
			const __m256i c = _mm256_or_si256(match(at + 128, first, second), match(at + 160, first, second));
			const __m256i d = _mm256_or_si256(match(at + 192, first, second), match(at + 224, first, second));
			const __m256i all = _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));

			if (!_mm256_testz_si256(all, all)) {
				break;
			}
		}
		for (const char *end = last - at >= 256 ? at + 256 : last + 1; at < end; at += 32) {
			const unsigned int places = _mm256_movemask_epi8(match(at, first, second));

			if (__builtin_expect(places != 0, 0) && look_closer(at, last, places)) {
				return true;
			}
		}
	}
	return false;
}

async_find_suspend_t async_find_suspend_avx2(void)
{
	return __builtin_cpu_supports("avx2") ? find : NULL;
}

#else

async_find_suspend_t async_find_suspend_avx2(void)
{
	return NULL;
}

#endif
