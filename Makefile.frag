# `make dist`: the source tree as an archive, in the folder of the build.
dist:
	$(srcdir)/tools/dist $(builddir)

.PHONY: dist
