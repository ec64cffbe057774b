import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.Collectors;
import javax.lang.model.element.*;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.tools.*;

/**
 * Call edges of a Java repository as javac sees them.
 * usage: java JavaEdges.java ROOT CLASSPATH FOLDER...   (prints the JSON that bench/callgraph/README.md describes)
 * FOLDERs are source roots; CLASSPATH (may be "") holds the libraries that the sources need.
 */
public final class JavaEdges {
    private final Map<Element, Integer> numbers = new HashMap<>();
    private final List<List<String>> files = new ArrayList<>();
    private final SortedMap<Integer, SortedSet<Integer>> edges = new TreeMap<>();
    private final SortedMap<Integer, SortedSet<String>> open = new TreeMap<>();
    private int total = 0;
    private Trees trees;

    public static void main(String[] arguments) throws IOException {
        new JavaEdges().run(Path.of(arguments[0]).toRealPath(), arguments[1], List.of(arguments).subList(2, arguments.length));
    }

    private void run(Path root, String classpath, List<String> folders) throws IOException {
        List<Path> paths = new ArrayList<>();
        for (String folder : folders) {
            try (var walk = Files.walk(root.resolve(folder))) {
                walk.filter(path -> path.toString().endsWith(".java") && !path.endsWith("module-info.java")).forEach(paths::add);
            }
        }
        Collections.sort(paths);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<String> options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-nowarn", "-cp", classpath, "-sourcepath", "", "-Xmaxerrs", "20");
        var problems = new DiagnosticCollector<JavaFileObject>();
        JavacTask task = (JavacTask) compiler.getTask(null, manager, problems, options, null, manager.getJavaFileObjectsFromPaths(paths));
        trees = Trees.instance(task);
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        problems.getDiagnostics().stream().filter(found -> found.getKind() == Diagnostic.Kind.ERROR).limit(10).forEach(System.err::println);
        for (CompilationUnitTree unit : units) {
            List<String> own = new ArrayList<>(List.of(root.relativize(Path.of(unit.getSourceFile().toUri())).toString()));
            files.add(own);
            new Definitions(unit, own).scan(unit, null);
        }
        int file = 0;
        for (CompilationUnitTree unit : units) new Calls(-1 - file++).scan(unit, null);
        print(new PrintStream(System.out, false, StandardCharsets.UTF_8));
    }

    /** Methods with a body and types; a type stands for its constructors. */
    private final class Definitions extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final List<String> own;
        private final String text;

        Definitions(CompilationUnitTree unit, List<String> own) throws IOException {
            this.unit = unit;
            this.own = own;
            this.text = unit.getSourceFile().getCharContent(true).toString();
        }

        private void define(Tree tree, Tree before, String name) {
            var positions = trees.getSourcePositions();
            long start = before == null ? -1 : positions.getEndPosition(unit, before);
            if (start < 0) start = positions.getStartPosition(unit, tree);
            Matcher matcher = Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(text);
            if (!matcher.find((int) start)) return;
            numbers.put(trees.getElement(getCurrentPath()), total++);
            own.add(unit.getLineMap().getLineNumber(matcher.start()) + " " + name);
        }

        @Override
        public Void visitClass(ClassTree tree, Void nothing) {
            if (!tree.getSimpleName().isEmpty()) define(tree, tree.getModifiers(), tree.getSimpleName().toString());
            return super.visitClass(tree, nothing);
        }

        @Override
        public Void visitMethod(MethodTree tree, Void nothing) {
            if (tree.getBody() != null && tree.getReturnType() != null) define(tree, tree.getReturnType(), tree.getName().toString());
            return super.visitMethod(tree, nothing);
        }
    }

    private final class Calls extends TreePathScanner<Void, Void> {
        private final Deque<Integer> around = new ArrayDeque<>();

        Calls(int file) {
            around.push(file);
        }

        private Void within(Integer number, Runnable body) {
            if (number == null) {
                body.run();
                return null;
            }
            around.push(number);
            body.run();
            around.pop();
            return null;
        }

        @Override
        public Void visitClass(ClassTree tree, Void nothing) {
            return within(numbers.get(trees.getElement(getCurrentPath())), () -> super.visitClass(tree, nothing));
        }

        @Override
        public Void visitMethod(MethodTree tree, Void nothing) {
            return within(numbers.get(trees.getElement(getCurrentPath())), () -> super.visitMethod(tree, nothing));
        }

        @Override
        public Void visitVariable(VariableTree tree, Void nothing) {
            Element element = trees.getElement(getCurrentPath());
            boolean isConstant = element != null && element.getKind() == ElementKind.ENUM_CONSTANT;
            if (isConstant && tree.getInitializer() instanceof NewClassTree made) {
                scan(made.getArguments(), nothing);
                return scan(made.getClassBody(), nothing);
            }
            return super.visitVariable(tree, nothing);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
            ExpressionTree select = tree.getMethodSelect();
            String name = select instanceof MemberSelectTree member ? member.getIdentifier().toString() : select.toString();
            note(trees.getElement(new TreePath(getCurrentPath(), select)), name);
            return super.visitMethodInvocation(tree, nothing);
        }

        /** Annotations count as calls made by what they stand before. */
        @Override
        public Void visitAnnotation(AnnotationTree tree, Void nothing) {
            Element element = trees.getElement(new TreePath(getCurrentPath(), tree.getAnnotationType()));
            note(element, element == null ? tree.getAnnotationType().toString() : element.getSimpleName().toString());
            return super.visitAnnotation(tree, nothing);
        }

        @Override
        public Void visitNewClass(NewClassTree tree, Void nothing) {
            Tree named = tree.getIdentifier();
            while (named instanceof ParameterizedTypeTree generic) named = generic.getType();
            while (named instanceof AnnotatedTypeTree annotated) named = annotated.getUnderlyingType();
            TypeMirror type = trees.getTypeMirror(new TreePath(getCurrentPath(), tree.getIdentifier()));
            String name = named instanceof MemberSelectTree member ? member.getIdentifier().toString() : named.toString();
            note(type instanceof DeclaredType declared ? declared.asElement() : null, name);
            return super.visitNewClass(tree, nothing);
        }

        private void note(Element element, String name) {
            int caller = around.peek();
            if (element == null || element.asType().getKind() == javax.lang.model.type.TypeKind.ERROR) {
                open.computeIfAbsent(caller, key -> new TreeSet<>()).add(name);
                return;
            }
            Element meant = element.getKind() == ElementKind.CONSTRUCTOR ? element.getEnclosingElement() : element;
            Integer number = numbers.get(meant);
            if (number != null) edges.computeIfAbsent(caller, key -> new TreeSet<>()).add(number);
            // Without a body: what is behind it is not known statically.
            else if (meant.getModifiers().contains(Modifier.ABSTRACT)) open.computeIfAbsent(caller, key -> new TreeSet<>()).add(name);
        }
    }

    private static String quoted(Object value) {
        return value instanceof Number ? value.toString() : '"' + value.toString() + '"';
    }

    private static String rows(SortedMap<Integer, ? extends SortedSet<?>> table) {
        return table.entrySet().stream()
            .map(row -> "[" + row.getKey() + "," + row.getValue().stream().map(JavaEdges::quoted).collect(Collectors.joining(",")) + "]")
            .collect(Collectors.joining(","));
    }

    private void print(PrintStream out) {
        String listed = files.stream()
            .map(own -> own.stream().map(JavaEdges::quoted).collect(Collectors.joining(",", "[", "]")))
            .collect(Collectors.joining(","));
        out.println("{\"oracle\":\"javac " + System.getProperty("java.version") + "\",\"files\":[" + listed + "],\"edges\":[" + rows(edges) + "],\"open\":[" + rows(open) + "]}");
        out.flush();
    }
}
