import java.nio.file.Files;
import java.nio.file.Path;
import org.neo4j.configuration.connectors.ConnectorPortRegister;
import org.neo4j.configuration.connectors.ConnectorType;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** A Neo4j for tests: java -cp CLASS_PATH Main.java FOLDER PORT (0: any free one). Says "READY bolt://…"; ends when its standard input does. */
public class Main {
    public static void main(String[] args) throws Exception {
        Path home = Files.createDirectories(Path.of(args[0]).toAbsolutePath());
        Path settings = Files.writeString(home.resolve("neo4j.conf"), String.join("\n",
                "server.bolt.enabled=true",
                "server.bolt.listen_address=127.0.0.1:" + args[1],
                "server.bolt.advertised_address=127.0.0.1:" + args[1],
                "dbms.security.auth_enabled=false",
                "dbms.usage_report.enabled=false",
                "server.memory.pagecache.size=64m",
                "db.tx_log.preallocate=false",
                "internal.dbms.bolt.netty_server_shutdown_quiet_period=0", ""));
        DatabaseManagementService server = new DatabaseManagementServiceBuilder(home).loadPropertiesFromFile(settings).build();
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown));
        var database = (GraphDatabaseAPI) server.database("neo4j");
        if (!database.isAvailable(60_000)) throw new IllegalStateException("the database is not available");
        var ports = database.getDependencyResolver().resolveDependency(ConnectorPortRegister.class);
        System.out.println("READY bolt://127.0.0.1:" + ports.getLocalAddress(ConnectorType.BOLT).getPort());
        System.out.flush();
        // The parent holds the pipe open: when it dies, however it dies, this ends too.
        while (System.in.read() >= 0) { }
        System.exit(0);
    }
}
